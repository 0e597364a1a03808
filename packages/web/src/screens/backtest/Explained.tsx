import { Callout } from '@blueprintjs/core';
import { figureOf, type Sourced } from '@triquad/core';
import type { Report } from '@triquad/core/contract';
import { Panel } from '../../components/Panel.tsx';
import { classes } from '../../elements/classes.ts';
import { money, number, percent } from '../../messages/format.ts';
import { shortMoment } from '../../messages/moments.ts';
import styles from './backtest.module.css';
import { type Messages, useMessages } from './use-messages.ts';

const height = 120;
const fine = (value: number) => percent(value, { digits: 4, sign: true });

type Explanation = NonNullable<Report['explained']>;

/** Why there were as many trades as there were: the best cycles. */
export function Explained({ explained, trades }: { explained: Explanation; trades: number | null }) {
  const messages = useMessages();
  const { backtest: text } = messages;
  const { nearest } = explained;
  return (
    <Panel title={text.explained} state={{ kind: 'ready' }} height={height}>
      <p>{sentences(messages, explained, trades)}</p>
      <div className={styles.tables}>
        {nearest.length > 0 && (
          <table className="plain-table small">
            <thead>
              <tr>
                <th>{text.nearest.path}</th>
                <th>{text.nearest.exchange}</th>
                <th>{text.nearest.at}</th>
                <th className="number">{text.nearest.gross}</th>
                <th className="number">{text.nearest.net}</th>
                <th className="number">{text.nearest.breakEven}</th>
              </tr>
            </thead>
            <tbody>
              {nearest.map(({ symbols, exchange, at, gross_pct, profit_pct, break_even_pct }) => (
                <tr key={`${exchange} ${symbols.join()}`}>
                  <td>{symbols.join('→')}</td>
                  <td>{exchange}</td>
                  <td>{shortMoment(at, 0)}</td>
                  <td className="number">{fine(gross_pct)}</td>
                  <td className="number">{fine(profit_pct)}</td>
                  <td className="number">{percent(break_even_pct, { digits: 4 })}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </Panel>
  );
}

const mostReasons = 3;
/** Number of trades, the best cycle, and reasons against profitable trades. */
const sentences = (
  { backtest: { conclusion: text }, reasons }: Messages,
  { nearest: [best], decisions }: Explanation,
  trades: number | null,
): string => {
  const first = text.trades(trades ?? 0);
  if (best === undefined) return `${first} ${text.noPrices}`;
  const { symbols, exchange, at, gross_pct, profit_pct, break_even_pct } = best;
  const found = text.best(symbols.join('→'), exchange, shortMoment(at, 0), fine(profit_pct));
  const fee = percent(break_even_pct, { digits: 4 });
  const paid = break_even_pct > 0 ? text.below(fee) : text.loses(percent(-gross_pct, { digits: 4 }));
  const against = decisions.filter(({ reason }) => reason !== 'executed').slice(0, mostReasons);
  const said = against.map(({ reason, count }) => `${reasons[reason] ?? reason} ${number(count)}`).join(', ');
  const why = (trades ?? 0) > 0 || profit_pct <= 0 ? '' : said === '' ? text.underThreshold : text.against(said);
  return `${first} ${found} ${paid} ${why}`.trim();
};

/** Decisions by reason: count, and share of all. */
export function Decisions({ decisions }: { decisions: Explanation['decisions'] }) {
  const { backtest: text, reasons } = useMessages();
  const all = decisions.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(...decisions.map(({ count }) => count));
  return (
    <Panel
      title={text.decisions}
      state={{ kind: 'ready' }}
      height={height}
      actions={<span className="muted small">{text.decisionsCount(number(all))}</span>}
    >
      <table className="plain-table small">
        <thead className="visually-hidden">
          <tr>
            <th>{text.reason}</th>
            <th>{text.count}</th>
            <th>{text.ofAll}</th>
          </tr>
        </thead>
        <tbody>
          {decisions.map(({ reason, count }) => (
            <tr key={reason}>
              <td>{reasons[reason] ?? reason}</td>
              <td className={styles.counted}>
                <span
                  className={classes(styles.bar, reason === 'executed' && styles.executed)}
                  style={{ width: `${(count / most) * 100}%` }}
                  aria-hidden
                />
              </td>
              <td className="number">{number(count)}</td>
              <td className="number muted">{percent((count / all) * 100, { digits: 1 })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

/** Look-ahead check: a second run on the first half of the rows must make the same trades. */
export function LookAhead({ check }: { check: NonNullable<Report['look_ahead']> }) {
  const { lookAhead } = useMessages().backtest;
  const { until, trades, difference } = check;
  if (until === null) return <p className="muted small">{lookAhead.none}</p>;
  const at = shortMoment(until, 0);
  if (difference === null) return <p className="muted small">{lookAhead.same(at, number(trades))}</p>;
  return <Callout intent="danger">{lookAhead.differs(at, difference)}</Callout>;
}

type Props = { compared: NonNullable<Report['compared']>; metrics: Report['metrics']; report: Sourced };

/** The run compared with the market, and its ratios, each with its basis. */
export function Compared({ compared, metrics, report }: Props) {
  const { backtest: text } = useMessages();
  const { return_pct, market_change_pct, markets, hold } = compared;
  const { sharpe_ratio, sortino_ratio, periodic } = metrics;
  const ratio = (value: number | null | undefined) => number(value ?? null, { digits: 2 });
  const rows = [
    { name: text.thisRun, value: fine(return_pct) },
    ...hold.map(({ asset, change_pct, profit }) => ({
      name: text.holding(asset),
      value: `${fine(change_pct)} (${money(figureOf(report, profit), { sign: true })})`,
    })),
    { name: text.market(number(markets)), value: market_change_pct === null ? '—' : fine(market_change_pct) },
    { name: text.perTrade, value: `${ratio(sharpe_ratio)} / ${ratio(sortino_ratio)}` },
    ...(periodic == null
      ? []
      : [
          {
            name: text.perYear(number(periodic.days)),
            value: `${ratio(periodic.sharpe)} / ${ratio(periodic.sortino)}`,
          },
        ]),
  ];
  return (
    <Panel title={text.compared} state={{ kind: 'ready' }} height={height}>
      <table className="plain-table small">
        <tbody>
          {rows.map(({ name, value }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="number">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
