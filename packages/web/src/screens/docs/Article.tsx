import { Link } from 'react-router-dom';
import { Blocks } from './Blocks.tsx';
import styles from './docs.module.css';
import { addressOf, type Page, pages } from './library.ts';
import { useMessages } from './use-messages.ts';

/** One document. It exists in English alone, and says so on pages in another language. */
export function Article({ page }: { page: Page }) {
  const { docs } = useMessages();
  return (
    <>
      {docs.language !== '' && <p className="muted">{docs.language}</p>}
      <article lang="en" className={styles.article}>
        <h2>{page.title}</h2>
        <Blocks blocks={page.intro} page={page.name} />
        {page.sections.map(({ id, level, title, blocks }) => {
          const Heading = level > 2 ? 'h4' : 'h3';
          return (
            <section key={id} aria-labelledby={id}>
              <Heading id={id} tabIndex={-1}>
                <Link to={addressOf(page.name, id)}>{title}</Link>
              </Heading>
              <Blocks blocks={blocks} page={page.name} />
            </section>
          );
        })}
      </article>
      <Neighbours page={page} />
    </>
  );
}

/** The documents before and after this one. */
function Neighbours({ page }: { page: Page }) {
  const { docs, glossary } = useMessages();
  const at = pages.indexOf(page);
  const [before, after] = [pages[at - 1], pages[at + 1]];
  return (
    <nav className={styles.neighbours} aria-label={docs.documents}>
      {before !== undefined && <Link to={addressOf(before.name)}>{`${docs.previous}: ${before.title}`}</Link>}
      <Link className="push" to={addressOf(after?.name ?? 'glossary')}>
        {`${docs.next}: ${after?.title ?? glossary.title}`}
      </Link>
    </nav>
  );
}
