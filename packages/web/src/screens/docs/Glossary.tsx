import type { glossary as english } from '../../messages/en/glossary.ts';
import styles from './docs.module.css';
import { useMessages } from './use-messages.ts';

type Texts = (typeof english)['glossary'];

/** The terms in the alphabet of the page's language, each with its anchor. */
export const termsOf = ({ terms }: Texts): { id: string; term: string; text: string }[] =>
  Object.entries(terms)
    .map(([id, { term, text }]) => ({ id, term, text }))
    .sort((a, b) => a.term.localeCompare(b.term));

/** Every word that the screens explain on hover. */
export function Glossary() {
  const { glossary } = useMessages();
  return (
    <article className={styles.article}>
      <h2>{glossary.title}</h2>
      <p>{glossary.intro}</p>
      <dl className={styles.terms}>
        {termsOf(glossary).map(({ id, term, text }) => (
          <div key={id} id={id} tabIndex={-1}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
