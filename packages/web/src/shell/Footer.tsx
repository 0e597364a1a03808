import { Link } from 'react-router-dom';
import { useMessages } from '../messages/messages.tsx';
import { screens } from '../screens.ts';
import styles from './Footer.module.css';

const links = screens.filter(({ places }) => places.includes('footer'));
const statusPages = [
  { name: 'Kraken', address: 'https://status.kraken.com' },
  { name: 'Coinbase', address: 'https://status.coinbase.com' },
  { name: 'OKX', address: 'https://www.okx.com/status' },
];

export function Footer() {
  const messages = useMessages();
  return (
    <footer className={styles.footer}>
      <span>{messages.app.description}</span>
      <nav aria-label={messages.nav.footer}>
        {links.map(({ name }) => (
          <Link key={name} to={`/${name}`}>
            {messages.titles[name].nav}
          </Link>
        ))}
      </nav>
      <nav aria-label={messages.nav.external}>
        <span>{messages.nav.external}:</span>
        {statusPages.map(({ name, address }) => (
          <a key={name} href={address} target="_blank" rel="noopener noreferrer">
            {name}
          </a>
        ))}
      </nav>
    </footer>
  );
}
