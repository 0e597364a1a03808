import { InputGroup, NonIdealState } from '@blueprintjs/core';
import { Cross, Search } from '@blueprintjs/icons';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { PageHead } from '../../components/PageHead.tsx';
import { SideLayout } from '../../components/SideLayout.tsx';
import { useQuery } from '../../elements/use-query.ts';
import { Article } from './Article.tsx';
import { Contents } from './Contents.tsx';
import styles from './docs.module.css';
import { Glossary, termsOf } from './Glossary.tsx';
import { addressOf, pages } from './library.ts';
import { type Hit, type Place, searchPlaces } from './search.ts';
import { useMessages } from './use-messages.ts';

/** The project's documents for operators, and the glossary, with one search over all of them. */
export function Docs() {
  const { docs, glossary } = useMessages();
  const { get } = useQuery();
  const query = get('q').trim();
  const name = get('page');
  const page = name === 'glossary' ? null : (pages.find((one) => one.name === name) ?? pages[0]);
  useAnchor(query === '');
  return (
    <>
      <PageHead />
      <SideLayout search={<SearchField />} label={docs.contents} contents={<Contents page={page ?? null} />}>
        {query !== '' && <Results query={query} hits={searchPlaces(placesOf(glossary), query)} />}
        {query === '' && (page === null ? <Glossary /> : page !== undefined && <Article page={page} />)}
      </SideLayout>
    </>
  );
}

function SearchField() {
  const { docs } = useMessages();
  const { get, type, settle, set } = useQuery();
  return (
    <InputGroup
      type="search"
      leftIcon={<Search />}
      aria-label={docs.search}
      placeholder={docs.searchPlaceholder}
      value={get('q')}
      onValueChange={(q) => type({ q })}
      onBlur={settle}
      onKeyDown={(event) => event.key === 'Enter' && settle()}
      {...(get('q') === ''
        ? {}
        : {
            rightElement: (
              <button type="button" className={styles.clear} aria-label={docs.clear} onClick={() => set({ q: null })}>
                <Cross />
              </button>
            ),
          })}
    />
  );
}

const placesOf = (glossary: Parameters<typeof termsOf>[0]): Place[] => [
  ...pages.flatMap(({ name, title: of, sections }) =>
    sections.map(({ id, title, words }): Place => ({ page: name, id, of, title, words })),
  ),
  ...termsOf(glossary).map(
    ({ id, term, text }): Place => ({ page: 'glossary', id, of: glossary.title, title: term, words: text }),
  ),
];

function Results({ query, hits }: { query: string; hits: readonly Hit[] }) {
  const { docs } = useMessages();
  if (hits.length === 0) {
    return <NonIdealState icon={<Search size={32} />} title={docs.nothing(query)} description={docs.nothingHint} />;
  }
  return (
    <section aria-label={docs.results(hits.length, query)}>
      <p className="muted" role="status">
        {docs.results(hits.length, query)}
      </p>
      <ol className={styles.hits}>
        {hits.map(({ page, id, of, title, before, match, after }) => (
          <li key={`${page}#${id}`}>
            <Link to={addressOf(page, id)} className={styles.hit}>
              {title}
            </Link>{' '}
            <span className="muted small">{of}</span>
            <p className={styles.context} lang={page === 'glossary' ? undefined : 'en'}>
              {before}
              {match !== '' && <mark className={styles.mark}>{match}</mark>}
              {after}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Brings the place that the address names into view, once it is drawn. */
const useAnchor = (isDrawn: boolean): void => {
  const { hash, key, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again leads there again
  useEffect(() => {
    if (!isDrawn) return;
    const place = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
    place?.scrollIntoView();
    place?.focus({ preventScroll: true });
    if (place === null) window.scrollTo(0, 0);
  }, [isDrawn, hash, key, search]);
};
