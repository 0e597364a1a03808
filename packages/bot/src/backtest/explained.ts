import type { ComparedRecord, ExplainedRecord, NearCycleRecord } from '@triquad/core/contract';
import type { EquityMark } from '../portfolio/curves.ts';
import type { MidChange, Showed } from './nearest.ts';

const mostNear = 10;
const mostReasons = 3;
const dollars: ReadonlySet<string> = new Set(['USDT', 'USDC', 'USD', 'BUSD', 'FDUSD', 'TUSD', 'DAI']);
/** What people hold instead of trading. */
const held = ['BTC', 'ETH'];

/** Whether a currency follows the dollar. */
export const isDollar = (currency: string): boolean => dollars.has(currency);

/** Why there were as many trades as there were. `counts`: decisions by reason. */
export const explain = (
  showed: readonly Showed[],
  counts: Readonly<Record<string, number>>,
  trades: number,
): ExplainedRecord => {
  const nearest = showed
    .flatMap((one) => one.nearest)
    .sort((a, b) => b.profit_pct - a.profit_pct)
    .slice(0, mostNear);
  const decisions = Object.entries(counts)
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
  const break_even_pct = nearest.length === 0 ? null : Math.max(...nearest.map((one) => one.break_even_pct));
  return { conclusion: conclusionOf(trades, nearest, decisions), nearest, break_even_pct, decisions };
};

const conclusionOf = (
  trades: number,
  [best]: readonly NearCycleRecord[],
  decisions: ExplainedRecord['decisions'],
): string => {
  const traded = trades === 0 ? 'No trade' : `${trades} ${trades === 1 ? 'trade' : 'trades'}`;
  if (best === undefined) return `${traded}: no cycle had a price on all its markets at once.`;
  const { symbols, exchange, profit_pct, break_even_pct, at } = best;
  const paid =
    break_even_pct > 0
      ? `it pays below a fee of ${inPercent(break_even_pct)} a leg`
      : `it loses ${inPercent(-best.gross_pct)} before fees`;
  const found = `the best cycle, ${symbols.join('→')} at ${exchange}, showed ${inPercent(profit_pct, true)} after fees at ${inWords(at)}; ${paid}.`;
  if (trades > 0 || profit_pct <= 0) return `${traded}: ${found}`;
  const skipped = decisions.filter(({ reason }) => reason !== 'executed').slice(0, mostReasons);
  const reasons = skipped.map(({ reason, count }) => `${reason} ${count}`).join(', ');
  return `${traded}: ${found} ${reasons === '' ? 'It was below the threshold.' : `Decisions against a trade: ${reasons}.`}`;
};

/** An ISO moment to the second, in UTC. */
const inWords = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`;

const inPercent = (value: number, sign = false): string => {
  const text = value.toFixed(4);
  const shown = Number(text) === 0 ? '0.0000' : text;
  return `${sign && value > 0 && Number(text) !== 0 ? '+' : ''}${shown} %`;
};

/** The run beside what the market did meanwhile. */
export const compare = (showed: readonly Showed[], marks: readonly EquityMark[], capital: number): ComparedRecord => {
  const against = showed.flatMap(({ mids }) => mids).filter(({ instrument }) => isDollar(instrument.quote));
  const changes = against.filter(({ instrument }) => !isDollar(instrument.base)).map(changeOf);
  const [first, last] = [marks[0]?.equity_usd ?? capital, marks.at(-1)?.equity_usd ?? capital];
  return {
    return_pct: (last / first - 1) * 100,
    market_change_pct: changes.length === 0 ? null : changes.reduce((sum, one) => sum + one, 0) / changes.length,
    markets: changes.length,
    hold: held.flatMap((asset) => {
      const market = against.find(({ instrument }) => instrument.base === asset);
      if (market === undefined) return [];
      const change_pct = changeOf(market);
      return [{ asset, change_pct, profit: (capital * change_pct) / 100 }];
    }),
  };
};

const changeOf = ({ first, last }: MidChange): number => (last / first - 1) * 100;
