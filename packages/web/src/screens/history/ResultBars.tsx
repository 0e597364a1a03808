import { Card } from '@blueprintjs/core';
import { figureOf, summarise } from '@triquad/core';
import { isCounted, type Trade } from '@triquad/core/contract';
import { useMessages } from '../../components/life/use-messages.ts';
import { classes } from '../../elements/classes.ts';
import { money } from '../../messages/format.ts';
import styles from './history.module.css';

const [width, height, least, widest] = [600, 48, 1, 24];
/** Narrower bars could not be distinguished. */
const mostBars = 150;

/** The results of the newest trades that count, one bar each from one zero; nothing of none. */
export function ResultBars({ trades, stale }: { trades: readonly Trade[]; stale: boolean }) {
  const { history: text } = useMessages();
  const bars = barsOf(trades);
  const profits = bars.map(({ profit }) => profit);
  if (bars.length === 0) return null;
  const of = summarise(trades);
  const worst = money(figureOf(of, Math.min(...profits)), { sign: true });
  const best = money(figureOf(of, Math.max(...profits)), { sign: true });
  return (
    <Card compact className={classes(styles.bars, stale && 'stale')}>
      <div className="muted small">{text.bars}</div>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text.barsOf(worst, best)}
      >
        {bars.map(({ id, profit, ...place }) => (
          <rect key={id} className={profit < 0 ? styles.lost : styles.won} {...place} />
        ))}
      </svg>
    </Card>
  );
}

/** From one zero, the oldest first; a result of nothing is a hairline. */
const barsOf = (trades: readonly Trade[]) => {
  const counted = trades
    .filter(isCounted)
    .map(({ id, profit, entry_time }) => ({ id, profit, at: entry_time ?? '' }))
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .slice(-mostBars);
  const profits = counted.map(({ profit }) => profit);
  const [top, bottom] = [Math.max(0, ...profits), Math.min(0, ...profits)];
  const scale = top === bottom ? 0 : height / (top - bottom);
  const step = Math.min(width / counted.length, widest);
  return counted.map(({ id, profit }, at) => {
    const tall = Math.max(least, Math.abs(profit) * scale);
    return {
      ...{ id, profit, x: at * step, width: step * 0.8, height: tall },
      y: profit < 0 ? top * scale : Math.max(0, top * scale - tall),
    };
  });
};
