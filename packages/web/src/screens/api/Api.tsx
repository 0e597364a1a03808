import { AnchorButton, InputGroup, NonIdealState } from '@blueprintjs/core';
import { Cross, Document, Search } from '@blueprintjs/icons';
import { type ClientState, selectExtended } from '@triquad/core';
import { Link, useHref } from 'react-router-dom';
import { useClientState } from '../../client-context.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { SideLayout } from '../../components/SideLayout.tsx';
import { useQuery } from '../../elements/use-query.ts';
import { Heads } from '../../tables/Heads.tsx';
import styles from './api.module.css';
import { CallName } from './CallName.tsx';
import { CallView } from './CallView.tsx';
import type { Operation } from './document.ts';
import { useMessages } from './use-messages.ts';
import { useOperations } from './use-operations.ts';

/** Base path of the API, below the path of the page. */
const apiPath = '/api/v1';
const selectVersion = ({ health }: ClientState) => health.value?.version ?? null;

/** Every call that the bot announces, as the contract describes it, and its lines for a shell. */
export function Api() {
  const { api } = useMessages();
  const isExtended = useClientState(selectExtended);
  const base = useHref(apiPath);
  return (
    <>
      <PageHead>
        {isExtended && (
          <AnchorButton
            className="push"
            variant="minimal"
            icon={<Document />}
            href={`${base}/openapi.json`}
            target="_blank"
            rel="noopener noreferrer"
            text={api.document}
          />
        )}
      </PageHead>
      <Reference />
    </>
  );
}

function Reference() {
  const { api } = useMessages();
  const { get } = useQuery();
  const operations = useOperations();
  const base = useHref(apiPath);
  const query = get('q').trim().toLowerCase();
  const open = get('call');
  const found = operations.filter(({ id, method, path, summary }) =>
    query.split(/\s+/).every((word) => `${id} ${method} ${path} ${summary}`.toLowerCase().includes(word)),
  );
  const operation = operations.find(({ id }) => id === open);
  return (
    <SideLayout
      search={<SearchField />}
      label={`${api.contents} (${found.length})`}
      contents={<Contents operations={found} open={open} query={query} />}
    >
      {operation === undefined ? (
        <Overview operations={found} query={query} />
      ) : (
        <CallView key={operation.id} operation={operation} base={base} />
      )}
    </SideLayout>
  );
}

function SearchField() {
  const { api } = useMessages();
  const { get, type, settle, set } = useQuery();
  return (
    <InputGroup
      type="search"
      leftIcon={<Search />}
      aria-label={api.search}
      placeholder={api.searchPlaceholder}
      value={get('q')}
      onValueChange={(q) => type({ q, call: null })}
      onBlur={settle}
      onKeyDown={(event) => event.key === 'Enter' && settle()}
      {...(get('q') === ''
        ? {}
        : {
            rightElement: (
              <button type="button" className={styles.clear} aria-label={api.clear} onClick={() => set({ q: null })}>
                <Cross />
              </button>
            ),
          })}
    />
  );
}

const addressOf = (id: string, query: string): string =>
  `/api?${new URLSearchParams(query === '' ? { call: id } : { q: query, call: id })}`;

/** The calls by group, in the order of the document. */
const grouped = (operations: readonly Operation[]): readonly (readonly [string, readonly Operation[]])[] => {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations) {
    groups.set(operation.group, [...(groups.get(operation.group) ?? []), operation]);
  }
  return [...groups];
};

type ListProps = { operations: readonly Operation[]; query: string };

function Contents({ operations, open, query }: ListProps & { open: string }) {
  const { api } = useMessages();
  return (
    <nav aria-label={api.contents}>
      <Link to="/api" className={styles.all} aria-current={open === '' && query === '' ? 'page' : undefined}>
        {api.all}
      </Link>
      {grouped(operations).map(([group, calls]) => (
        <section key={group} aria-label={group}>
          <div className={styles.group}>{group}</div>
          <ul>
            {calls.map(({ id, method, path }) => (
              <li key={id}>
                <Link to={addressOf(id, query)} aria-current={id === open ? 'page' : undefined}>
                  <CallName method={method} path={path} />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function Overview({ operations, query }: ListProps) {
  const { api } = useMessages();
  const version = useClientState(selectVersion);
  const address = `${window.location.origin}${useHref(apiPath)}`;
  if (operations.length === 0) {
    return <NonIdealState icon={<Search size={32} />} title={api.nothing(query)} />;
  }
  return (
    <article className={styles.article}>
      <h2>{query === '' ? api.all : api.count(operations.length)}</h2>
      {query === '' && (
        <>
          <p>
            {api.intro(address)} {version === null ? '' : api.described(version)}
          </p>
          <p>{api.token}</p>
          <pre className={styles.code}>
            <code>{`curl -H "Authorization: Bearer $TRIQUAD_TOKEN" ${address}/bot/status`}</code>
          </pre>
        </>
      )}
      <table className={styles.table}>
        <Heads of={[api.call, api.purpose]} />
        <tbody>
          {operations.map(({ id, method, path, summary }) => (
            <tr key={id}>
              <td>
                <Link to={addressOf(id, query)}>
                  <CallName method={method} path={path} />
                </Link>
              </td>
              <td lang="en">{summary}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}
