import { Tag } from '@blueprintjs/core';
import { none, selectRecentCount } from '@triquad/core';
import { NavLink } from 'react-router-dom';
import { useClientState } from '../client-context.tsx';
import { useMessages } from '../messages/messages.tsx';
import { screens } from '../screens.ts';
import { QuickStats } from './QuickStats.tsx';
import styles from './Sidebar.module.css';

const entries = screens.filter(({ places }) => places.includes('sidebar'));

/** The screens, and the figures that an operator glances at from each of them. */
export function Sidebar({ open }: { open: boolean }) {
  const messages = useMessages();
  const version = useClientState((state) => state.health.value?.version ?? null);
  return (
    <aside className={`${styles.sidebar} ${open ? '' : styles.folded}`} id="sidebar">
      <nav aria-label={messages.nav.label}>
        <ul className={styles.links}>
          {entries.map(({ name, icon: Icon }) => (
            <li key={name}>
              <NavLink
                className={styles.link ?? ''}
                to={`/${name}`}
                {...(open ? {} : { title: messages.titles[name].nav, 'aria-label': messages.titles[name].nav })}
              >
                <span className={styles.icon}>{Icon && <Icon />}</span>
                <span className={styles.label}>{messages.titles[name].nav}</span>
                {name === 'scanner' && <RecentBadge />}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.foot}>
        <QuickStats />
        <span className="muted small">{version === null ? none : `v${version}`}</span>
      </div>
    </aside>
  );
}

function RecentBadge() {
  const messages = useMessages();
  const count = useClientState(selectRecentCount);
  if (count === 0) return null;
  return (
    <Tag
      className={styles.badge ?? ''}
      round
      minimal
      intent="primary"
      title={messages.nav.opportunities(count)}
      aria-label={messages.nav.opportunities(count)}
    >
      {count}
    </Tag>
  );
}
