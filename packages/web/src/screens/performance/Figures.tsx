import { figureOf, none } from '@triquad/core';
import { Metric } from '../../components/Metric.tsx';
import { money, number, percent } from '../../messages/format.ts';
import { tone } from '../../messages/numbers.ts';
import { winRange } from './figures.ts';
import styles from './performance.module.css';
import { useMessages } from './use-messages.ts';
import type { Shown } from './use-performance.ts';

/** Figures of the window, compared with the previous window. */
export function Figures({ shown, stale }: { shown: Shown | null; stale: boolean }) {
  const { performance: text } = useMessages();
  const { figures } = text;
  const { summary, money: parts, breakdown } = shown?.now ?? { summary: null, money: null, breakdown: null };
  const then = shown?.earlier ?? null;
  const realised = parts?.total?.realised ?? summary?.total_pnl ?? null;
  const earlier = then === null ? null : (then.money?.total?.realised ?? then.summary.total_pnl);
  const { optimistic, pessimistic } = summary ?? {};
  const signed = (usd: number | null | undefined): string => money(figureOf(summary, usd), { sign: true });
  const all = breakdown?.all ?? null;
  const wins = winRange(all?.wins ?? 0, all?.trades ?? 0);
  const got = all?.expected && all.profit !== null ? (all.profit / all.expected) * 100 : null;
  const change = parts?.total?.change ?? null;
  const card = { loading: shown === null, stale };
  const before = (value: string, is: unknown) => (is === null || is === undefined ? '' : text.before(value));
  return (
    <div className={styles.figures}>
      <Metric
        {...card}
        name={figures.realised}
        value={signed(realised)}
        tone={tone(realised)}
        note={joined(
          typeof optimistic === 'number' && typeof pessimistic === 'number'
            ? text.range(signed(pessimistic), signed(optimistic))
            : '',
          before(money(figureOf(then?.summary, earlier), { sign: true }), earlier),
        )}
      />
      <Metric
        {...card}
        name={figures.equity}
        value={money(figureOf(parts, parts?.total?.equity_end))}
        note={change === null ? '' : joined(signed(change), changePct(change, parts?.total?.equity_start ?? null))}
      />
      <Metric
        {...card}
        name={figures.trades}
        value={number(summary?.total_trades)}
        note={joined(
          before(number(then?.summary.total_trades), then?.summary.total_trades),
          all?.unwound ? text.unwound(number(all.unwound)) : '',
        )}
      />
      <Metric
        {...card}
        name={figures.winRate}
        value={percent(summary?.win_rate, { digits: 1 })}
        note={joined(
          wins === null ? '' : text.sure(percent(wins[0], { digits: 0 }), percent(wins[1], { digits: 0 })),
          before(percent(then?.summary.win_rate, { digits: 1 }), then?.summary.win_rate),
        )}
      />
      <Metric
        {...card}
        name={figures.shown}
        value={percent(got, { digits: 0 })}
        note={all?.expected ? text.got(signed(all.expected), signed(all.profit)) : ''}
      />
      <Metric
        {...card}
        name={figures.drawdown}
        term="drawdown"
        value={shown?.choice.exchange ? none : percent(summary?.max_drawdown, { digits: 3 })}
        note={before(percent(then?.summary.max_drawdown, { digits: 3 }), then?.summary.max_drawdown)}
      />
    </div>
  );
}

const joined = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join(' · ');
const changePct = (change: number, start: number | null): string =>
  start === null || start <= 0 ? '' : percent((change / start) * 100, { sign: true });
