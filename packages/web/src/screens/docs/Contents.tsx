import { Link, useLocation } from 'react-router-dom';
import { classes } from '../../elements/classes.ts';
import styles from './docs.module.css';
import { addressOf, type Page, pages } from './library.ts';
import { useMessages } from './use-messages.ts';

/** The documents, and the headings of the one that is open; `page` is null for the glossary. */
export function Contents({ page }: { page: Page | null }) {
  const { docs, glossary } = useMessages();
  const { hash } = useLocation();
  const open = page?.name ?? 'glossary';
  const documents = [...pages, { name: 'glossary' as const, title: glossary.title, sections: [] }];
  return (
    <nav aria-label={docs.contents}>
      <ul>
        {documents.map(({ name, title, sections }) => (
          <li key={name}>
            <Link
              to={addressOf(name)}
              className={styles.document}
              aria-current={name === open ? 'page' : undefined}
              lang={name === 'glossary' ? undefined : 'en'}
            >
              {title}
            </Link>
            {name === open && sections.length > 0 && (
              <ul lang="en">
                {sections.map(({ id, level, title: heading }) => (
                  <li key={id}>
                    <Link
                      to={addressOf(name, id)}
                      className={classes(styles.section, level > 2 && styles.deep)}
                      aria-current={hash === `#${id}` ? 'location' : undefined}
                    >
                      {heading}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
