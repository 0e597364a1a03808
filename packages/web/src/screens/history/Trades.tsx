import { HTMLSelect, NonIdealState } from '@blueprintjs/core';
import { figureOf, selectMinute, selectStale, summarise } from '@triquad/core';
import { marketNameOf, marketOf, type Trade } from '@triquad/core/contract';
import { useClientState, useWatch } from '../../client-context.tsx';
import { pathOf } from '../../components/cycle.ts';
import { useTellsLives } from '../../components/LifeLink.tsx';
import { shareOf } from '../../components/life/life-figures.ts';
import { useMessages } from '../../components/life/use-messages.ts';
import { Metric } from '../../components/Metric.tsx';
import { Panel } from '../../components/Panel.tsx';
import type { ChosenWindow } from '../../components/window/use-window.ts';
import { endsOf } from '../../components/window/windows.ts';
import { SourceMark } from '../../elements/stated-source.tsx';
import { useQuery } from '../../elements/use-query.ts';
import { money, number, percent } from '../../messages/format.ts';
import { tone } from '../../messages/numbers.ts';
import { DataTable } from '../../tables/DataTable.tsx';
import { ExportButtons } from '../../tables/ExportButtons.tsx';
import { useSortedRows } from '../../tables/sorting.ts';
import { Choice, Filters, useFilters } from './Filters.tsx';
import styles from './history.module.css';
import { Older } from './Older.tsx';
import { ResultBars } from './ResultBars.tsx';
import { filterTrades } from './rows.ts';
import { SaveWhole, useSavesWhole } from './SaveWhole.tsx';
import { tradeColumns } from './trade-columns.tsx';
import { useTrades } from './use-trades.ts';

const height = 520;
/** Height of the button below the table, in pixels. */
const buttonHeight = 30;
/** How a trade ends. */
const results = ['completed', 'unwound', 'failed', 'stranded'] as const;
/** Origins of an execution. */
const starters = ['automatic', 'manual'] as const;
const keyOf = ({ id }: Trade) => id;

/** The trades of a window: expected and actual profit, then one row each. */
export function Trades({ window, days }: ChosenWindow) {
  const messages = useMessages();
  const { history: text, life, status } = messages;
  useWatch('status');
  const minute = useClientState(selectMinute);
  const stale = useClientState(selectStale);
  const filters = useFilters();
  const query = useQuery();
  const tells = useTellsLives();
  const savesWhole = useSavesWhole();
  const mode = useClientState(({ bot }) => bot.status?.mode);
  const ends = endsOf(days, minute);
  const { rows: within, state, more } = useTrades(ends, text.noTrades);
  const present = useClientState(({ bot }) => marketNameOf(bot.status));
  const market = query.get('market') || present;
  const shown = filterTrades(within, {}, { ...filters, market });
  const markets = [...new Set([...within.map(marketOf), ...(market === '' ? [] : [market])])].sort();
  const table = useSortedRows(shown, tradeColumns(messages, minute, window !== 'today'), 'history');
  const tellsStarter = within.some(({ trigger }) => trigger !== undefined);
  const exchanges = [...new Set(within.map(({ exchange }) => exchange))].sort();
  return (
    <>
      <Totals trades={shown} stale={stale} />
      {shown.length < within.length && (
        <p className="muted small">{text.covers(number(shown.length), number(within.length))}</p>
      )}
      <Filters exchanges={exchanges} count={text.count(number(shown.length), number(within.length))}>
        <Choice
          name={text.result}
          value={filters.result}
          options={results.map((value) => ({ value, label: status[value] }))}
          choose={(result) => query.set({ result })}
        />
        {tellsStarter && (
          <Choice
            name={life.startedBy}
            value={filters.by}
            options={starters.map((value) => ({ value, label: life.trigger[value] ?? value }))}
            choose={(by) => query.set({ by })}
          />
        )}
        {present !== '' && markets.length > 1 && (
          <HTMLSelect
            aria-label={text.market}
            value={market}
            onChange={(event) => query.set({ market: event.currentTarget.value })}
            options={markets}
          />
        )}
      </Filters>
      {more !== null && <p className="muted small">{text.newest(number(within.length))}</p>}
      <Panel
        title={text.trades}
        state={state}
        height={height}
        flush
        stale={stale}
        actions={
          <ExportButtons
            name="history"
            {...table}
            whole={
              // The bot's export cannot filter by result or starter. With such a filter only loaded rows are saved.
              savesWhole && filters.result === '' && filters.by === '' ? (
                <SaveWhole table="trades" query={{ ...ends, ...selected({ ...filters, market, mode }) }} />
              ) : null
            }
          />
        }
      >
        <DataTable
          label={text.trades}
          {...table}
          rowKey={keyOf}
          height={more?.load ? height - buttonHeight : height}
          {...(tells ? { onOpen: ({ id }: Trade) => query.set({ life: id }) } : {})}
          openLabel={(trade) => text.open(`${trade.opportunity_type} ${trade.exchange} ${pathOf(trade.symbols)}`)}
          flash
          empty={<NonIdealState title={text.noTrades} />}
        />
        {more !== null && more.load !== null && (
          <Older text={text.olderTrades} loading={more.loading} detail={more.detail} load={more.load} />
        )}
      </Panel>
    </>
  );
}

const selected = ({
  q,
  type,
  exchange,
  market,
  mode,
}: Record<'q' | 'type' | 'exchange' | 'market', string> & { mode: string | null | undefined }) => ({
  ...(q.trim() !== '' && { q }),
  ...(type !== '' && { type }),
  ...(exchange !== '' && { exchange }),
  ...(market !== '' && { market }),
  ...(mode === 'paper' || mode === 'live' ? { mode: mode as 'paper' | 'live' } : {}),
});

function Totals({ trades, stale }: { trades: readonly Trade[]; stale: boolean }) {
  const { history: text } = useMessages();
  const summary = summarise(trades);
  const { total, counted, winning, losing, win_rate, realised, shown, fees } = summary;
  const signed = (usd: number | null) => money(figureOf(summary, usd), { sign: true });
  const share = shareOf(realised, shown);
  const gross = realised === null || fees === null ? null : realised + fees;
  return (
    <div className={styles.figures}>
      {counted > 0 && <SourceMark of={summary} />}
      <Metric
        name={text.total}
        value={number(counted)}
        note={
          <>
            {text.won(number(winning), number(losing))}
            {total > counted && <span title={text.apartHint}> · {text.apart(total - counted)}</span>}
          </>
        }
        stale={stale}
      />
      <Metric name={text.winRate} value={percent(win_rate, { digits: 1 })} note="" stale={stale} />
      <Metric
        name={text.realised}
        value={signed(realised)}
        note={realised === null || counted === 0 ? '' : text.average(signed(realised / counted))}
        tone={tone(realised)}
        stale={stale}
      />
      <Metric
        name={text.shown}
        value={signed(shown)}
        note={share === null || share < 0 ? '' : text.ofShown(percent(share, { digits: 1 }))}
        stale={stale}
      />
      <Metric
        name={text.fees}
        value={money(figureOf(summary, fees))}
        note={
          gross === null || fees === null || gross <= 0
            ? ''
            : text.ofGross(percent((fees / gross) * 100, { digits: 1 }))
        }
        stale={stale}
      />
      <ResultBars trades={trades} stale={stale} />
    </div>
  );
}
