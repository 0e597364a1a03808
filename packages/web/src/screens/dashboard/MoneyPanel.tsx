import { type ClientState, figureOf, selectBotMinute, selectCan, selectStale, selectTodaysProfit } from '@triquad/core';
import type { Money } from '@triquad/core/contract';
import { Link } from 'react-router-dom';
import { useClientState, useWatch } from '../../client-context.tsx';
import { Fact, Facts } from '../../components/Facts.tsx';
import { Panel } from '../../components/Panel.tsx';
import { usePanelState } from '../../components/use-panel-state.ts';
import { classes } from '../../elements/classes.ts';
import { money, percent } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { tone } from '../../messages/numbers.ts';
import { Heads } from '../../tables/Heads.tsx';
import styles from './dashboard.module.css';
import { type MoneyColumn, moneyColumns } from './money-columns.ts';

const selectMoney = (state: ClientState) => state.loaded.money;
const selectSummary = (state: ClientState) => state.loaded.summary;
const selectKnows = selectCan('money.v2');
/** Costs are no losses: fees and dust have no colour. */
const coloured = ['realised', 'unrealised', 'holdings', 'unexplained'];
const parts = ['gross', 'fees', 'realised', 'unrealised', 'dust', 'holdings', 'unexplained'] as const;

/** Profit of today, yesterday and seven days, down to the parts that add up. */
export function MoneyPanel({ height }: { height: number }) {
  const { dashboard } = useMessages();
  useWatch('money');
  const loaded = useClientState(selectMoney);
  const knows = useClientState(selectKnows);
  const stale = useClientState(selectStale);
  const state = usePanelState('money', loaded !== null, null);
  return (
    <Panel
      title={dashboard.money.title}
      of={loaded}
      state={knows ? state : { kind: 'ready' }}
      height={height}
      stale={stale}
      actions={<Link to="/performance">{dashboard.money.more}</Link>}
    >
      {knows ? loaded && <Columns /> : <Realised />}
    </Panel>
  );
}

function Columns() {
  const { dashboard } = useMessages();
  const text = dashboard.money;
  const loaded = useClientState(selectMoney);
  // No more often than once a minute: which day it is.
  const now = useClientState(selectBotMinute);
  const columns = loaded === null ? [] : moneyColumns(loaded, now);
  const shown = parts.filter((name) => columns.some((column) => column.parts[name] !== undefined));
  return (
    <table className={styles.money}>
      <Heads of={['USD', ...columns.map(({ id }) => text[id])]} />
      <tbody>
        <tr className={styles.net}>
          <th scope="row" title={text.netHint}>
            {text.net}
          </th>
          {columns.map(({ id, net }) => (
            <td key={id} className={tone(net)}>
              {money(figureOf(loaded, net), { sign: true })}
            </td>
          ))}
        </tr>
        <tr className="muted">
          <th scope="row">{text.before}</th>
          {columns.map((column) => (
            <td key={column.id}>
              <Against column={column} of={loaded} />
            </td>
          ))}
        </tr>
        {shown.map((name) => (
          <tr key={name} className={name === 'gross' ? styles.first : ''}>
            <th scope="row">{text.parts[name]}</th>
            {columns.map((column) => {
              const usd = column.parts[name] ?? null;
              return (
                <td key={column.id} className={coloured.includes(name) ? tone(usd) : ''}>
                  {money(figureOf(loaded, usd), { sign: true })}
                </td>
              );
            })}
          </tr>
        ))}
        <tr className={styles.first}>
          <th scope="row">{text.equity}</th>
          {columns.map(({ id, equity }) => (
            <td key={id}>{money(figureOf(loaded, equity))}</td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}

/** In percent between two gains; else the amount, because a percentage of a loss has no meaning. */
function Against({ column: { net, before }, of }: { column: MoneyColumn; of: Money | null }) {
  const { dashboard } = useMessages();
  if (net === null || before === null) return <span>{dashboard.money.noBefore}</span>;
  const better = net >= before;
  const text =
    before > 0 && net > 0
      ? percent((net / before - 1) * 100, { digits: 1, sign: true })
      : money(figureOf(of, before), { sign: true });
  return (
    <span title={dashboard.money.beforeHint(money(figureOf(of, before), { sign: true }))}>
      <span className={classes(better ? 'gain' : 'loss')}>{better ? '▲' : '▼'}</span> {text}
    </span>
  );
}

/** Profit of trades, for a bot that does not state the parts of equity. */
function Realised() {
  const { dashboard, quickStats } = useMessages();
  const summary = useClientState(selectSummary);
  const today = useClientState(selectTodaysProfit);
  const total = summary?.total_pnl ?? null;
  return (
    <Facts>
      <Fact name={quickStats.profit} value={money(today, { sign: true })} tone={tone(today.usd)} />
      <Fact
        name={`${dashboard.totalPnl} · ${dashboard.window}`}
        value={money(figureOf(summary, total), { sign: true })}
        tone={tone(total)}
      />
    </Facts>
  );
}
