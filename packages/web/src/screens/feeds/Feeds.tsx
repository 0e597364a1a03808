import { type ClientState, selectCan, selectStale } from '@triquad/core';
import { useClientState, useWatch } from '../../client-context.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { Panel, type PanelState } from '../../components/Panel.tsx';
import { ResourceAge } from '../../components/ResourceAge.tsx';
import { usePanelState } from '../../components/use-panel-state.ts';
import { useNarrow } from '../../elements/use-media.ts';
import { number } from '../../messages/format.ts';
import { DataTable } from '../../tables/DataTable.tsx';
import { ExportButtons } from '../../tables/ExportButtons.tsx';
import { useSortedRows } from '../../tables/sorting.ts';
import { columnsOf } from './columns.tsx';
import { countsOf, type Excluded, excludedOf, nameOf, totalsOf, worstFirst } from './connections.ts';
import { FeedState } from './FeedState.tsx';
import styles from './feeds.module.css';
import { RecorderPanel } from './RecorderPanel.tsx';
import { useMessages } from './use-messages.ts';

const selectFeeds = (state: ClientState) => state.loaded.feeds;
const selectScan = (state: ClientState) => state.loaded.scan;
const selectHasFeeds = selectCan('feeds');
const selectAsked = (state: ClientState) => state.health.checked_at !== null;
const none: readonly never[] = [];
/** Pixels: the table is as long as its connections, up to a limit. */
const [headHeight, rowHeight, longest, cardsHeight] = [64, 28, 480, 420];
const ready: PanelState = { kind: 'ready' };

/** Each market-data connection, the worst first, and the markets that are not traded. */
export function Feeds() {
  const messages = useMessages();
  const { feeds: text } = messages;
  useWatch('feeds');
  useWatch('scan');
  const loaded = useClientState(selectFeeds);
  const stale = useClientState(selectStale);
  const hasFeeds = useClientState(selectHasFeeds);
  const asked = useClientState(selectAsked);
  const feeds = worstFirst(loaded ?? none);
  const table = useSortedRows(feeds, columnsOf(messages, feeds));
  const empty = loaded?.length === 0 ? { text: text.none, hint: text.noneHint } : null;
  const state = usePanelState('feeds', loaded !== null, empty);
  const height = useNarrow() ? cardsHeight : Math.min(longest, headHeight + feeds.length * rowHeight);
  const absent: PanelState | null = asked && !hasFeeds ? { kind: 'empty', text: text.unavailable } : null;
  return (
    <>
      <PageHead>
        <Summary />
        <span className="push">
          <ResourceAge resource="feeds" />
        </span>
      </PageHead>
      <Panel
        title={text.connections}
        state={absent ?? state}
        height={height}
        flush
        stale={stale}
        actions={
          <>
            <span className="muted small from-tablet">{text.sinceStart}</span>
            <ExportButtons name="feeds" {...table} />
          </>
        }
      >
        <DataTable label={text.connections} {...table} rowKey={nameOf} height={height} />
      </Panel>
      <div className={styles.columns}>
        <ExcludedPanel excluded={excludedOf(feeds)} state={absent ?? (loaded === null ? state : ready)} />
        <BooksPanel />
        <RecorderPanel />
      </div>
    </>
  );
}

function Summary() {
  const { feeds: text } = useMessages();
  const feeds = useClientState(selectFeeds) ?? none;
  if (feeds.length === 0) return null;
  const { trusted, markets, messages } = totalsOf(feeds);
  return (
    <>
      {countsOf(feeds).map(([state, count]) => (
        <FeedState key={state} state={state} count={count} />
      ))}
      <span className="muted">{text.summary(number(trusted), number(markets), number(messages))}</span>
    </>
  );
}

function ExcludedPanel({ excluded, state }: { excluded: readonly Excluded[]; state: PanelState }) {
  const { feeds: text } = useMessages();
  const shown: PanelState =
    state.kind === 'ready' && excluded.length === 0 ? { kind: 'empty', text: text.noExcluded } : state;
  return (
    <Panel
      title={text.excluded}
      state={shown}
      height={160}
      actions={excluded.length > 0 && <span className="muted small">{text.excludedHint(excluded.length)}</span>}
    >
      <ul className={styles.list}>
        {excluded.map(({ exchange, market, reason, until }) => (
          <li key={`${exchange} ${market}`}>
            <strong>{market}</strong> <span className="muted">{exchange}</span>
            {until !== null && <span className="muted small"> · {text.nextTry(until.slice(11, 16))}</span>}
            <div className="small">{reason}</div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Why books are not used now, by reason. */
function BooksPanel() {
  const { feeds: text, reasons, scan } = useMessages();
  const report = useClientState(selectScan);
  const rows = report?.untrusted ?? none;
  const loaded = usePanelState(
    'scan',
    report !== null,
    report !== null && rows.length === 0 ? { text: text.noLeft } : null,
  );
  const hasScan = useClientState(selectHasScan);
  const asked = useClientState(selectAsked);
  return (
    <Panel
      title={text.left}
      state={asked && !hasScan ? { kind: 'empty', text: scan.unavailable } : loaded}
      height={160}
      actions={<span className="muted small">{text.leftHint}</span>}
    >
      <table className="plain-table">
        <tbody>
          {rows.map(({ reason, count }) => (
            <tr key={reason}>
              <td>{reasons[reason] ?? reason.replaceAll(/[-_]/g, ' ')}</td>
              <td className="number">{number(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

const selectHasScan = selectCan('scan');
