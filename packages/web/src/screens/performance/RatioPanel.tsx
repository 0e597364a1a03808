import { Time } from '@blueprintjs/icons';
import { figureOf, none } from '@triquad/core';
import { Panel } from '../../components/Panel.tsx';
import { money, number } from '../../messages/format.ts';
import { tone } from '../../messages/numbers.ts';
import { basisPoints, type Ratio, ratiosOf } from './figures.ts';
import type { PanelProps } from './panel-props.ts';
import styles from './performance.module.css';
import { useMessages } from './use-messages.ts';
import type { Shown } from './use-performance.ts';

const height = 260;

/** Only from enough data; before that it says how much there is. */
export function RatioPanel({ shown, ...panel }: PanelProps & { shown: Shown | null }) {
  const { ratios: text } = useMessages().performance;
  const summary = shown?.now.summary ?? null;
  const all = shown?.now.breakdown?.all ?? null;
  const ratios = shown && ratiosOf(shown.now, summary?.max_drawdown ?? null);
  const expectancy = summary?.avg_profit_per_trade ?? null;
  const factor = summary?.profit_factor ?? null;
  const points = all && basisPoints(all);
  const noLoss = summary !== null && (summary.total_trades ?? 0) > 0 && factor === null;
  return (
    <Panel {...panel} title={text.title} height={height} actions={<span className="muted small">{text.hint}</span>}>
      <dl className={styles.ratios}>
        <Line
          name={text.profitFactor}
          hint={text.profitFactorHint}
          value={noLoss ? <span className="muted small">{text.noLoss}</span> : number(factor, { digits: 2 })}
        />
        <Line
          name={text.expectancy}
          hint={text.expectancyHint}
          value={
            <span className={tone(expectancy)}>{money(figureOf(summary, expectancy), { sign: true, digits: 3 })}</span>
          }
        />
        <Line
          name={text.capital}
          hint={text.capitalHint}
          value={points === null ? none : `${number(points, { digits: 2, sign: true })} bp`}
        />
        {ratios && (
          <>
            <Line
              name={text.sharpe}
              hint={text.sharpeHint}
              value={<Waiting ratio={ratios.sharpe} text={text.days} />}
            />
            <Line
              name={text.sortino}
              hint={text.sortinoHint}
              value={<Waiting ratio={ratios.sortino} text={text.losses} />}
            />
            <Line
              name={text.calmar}
              hint={text.calmarHint}
              value={<Waiting ratio={ratios.calmar} text={text.days} />}
            />
          </>
        )}
      </dl>
    </Panel>
  );
}

function Line({ name, hint, value }: { name: string; hint: string; value: React.ReactNode }) {
  return (
    <div>
      <dt>
        {name}
        <span className={styles.hint}>{hint}</span>
      </dt>
      <dd>{value}</dd>
    </div>
  );
}

function Waiting({ ratio, text }: { ratio: Ratio; text: (ratio: Ratio) => string }) {
  if (ratio.value !== null || ratio.has >= ratio.needs) return number(ratio.value, { digits: 2 });
  return (
    <span className="muted small">
      <Time size={12} /> {text(ratio)}
    </span>
  );
}
