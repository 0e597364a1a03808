import { figureOf, none, type Sourced, selectStale } from '@triquad/core';
import type { PerformanceSpan, PerformanceSummary } from '@triquad/core/contract';
import { useClientState } from '../../client-context.tsx';
import { Metric } from '../../components/Metric.tsx';
import { Panel } from '../../components/Panel.tsx';
import { money, number, percent } from '../../messages/format.ts';
import { useMessages } from '../../messages/later.ts';
import { tone } from '../../messages/numbers.ts';
import { changeOf, courseOf, type FigureName } from './card-figures.ts';
import styles from './dashboard.module.css';
import { Sparkline } from './Sparkline.tsx';
import type { Figures, WindowFigures } from './use-figures.ts';

type Card = {
  name: FigureName;
  term?: 'pnl' | 'latency' | 'winRate';
  good?: 'up' | 'down';
  trend: keyof NonNullable<PerformanceSummary['trends']>;
};
const cards: readonly Card[] = [
  { name: 'opportunities_per_minute', trend: 'opportunities' },
  { name: 'total_pnl', term: 'pnl', good: 'up', trend: 'profit' },
  { name: 'avg_latency_ms', term: 'latency', good: 'down', trend: 'execution_time' },
  { name: 'win_rate', term: 'winRate', good: 'up', trend: 'win_rate' },
];
type Written = (value: number | null | undefined, of: Sourced | null) => string;
const written: Readonly<Record<FigureName, Written>> = {
  opportunities_per_minute: (value) => number(value, { digits: 1 }),
  total_pnl: (value, of) => money(figureOf(of, value), { sign: true }),
  avg_latency_ms: (value) => number(value),
  win_rate: (value) => percent(value, { digits: 1 }),
};

/** The four key figures of the window, each with its course and against as long a time before. */
export function MetricCards({ figures, window, state }: WindowFigures) {
  const { cards: text } = useMessages();
  const stale = useClientState(selectStale);
  if (state.kind === 'failed') {
    return (
      <Panel title={text.label} state={state} height={60}>
        {null}
      </Panel>
    );
  }
  const loading = figures === null;
  return (
    <section className="grid grid-4" aria-label={text.label}>
      {cards.map((card) => {
        const { name, term, good } = card;
        const value = figures?.[name] ?? null;
        const against = figures?.before;
        return (
          <Metric
            key={name}
            {...(term && { term })}
            loading={loading}
            stale={stale}
            name={text.names[name]}
            value={written[name](value, figures)}
            tone={name === 'total_pnl' ? tone(value) : ''}
            note={
              against === undefined ? (
                <Trend value={figures?.trends?.[card.trend]} good={good} />
              ) : (
                <Against
                  name={name}
                  of={figures}
                  value={value}
                  before={against}
                  good={good}
                  isOver={window?.window !== 'today'}
                />
              )
            }
            chart={<Course name={name} figures={figures} />}
          />
        );
      })}
    </section>
  );
}

/** Sparkline of a figure over the window; flat for bots without a series. */
function Course({ name, figures }: { name: FigureName; figures: Figures | null }) {
  const { cards: text } = useMessages();
  const values = courseOf(name, figures?.series ?? []);
  const known = values.filter((value) => value !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)].map((value) => written[name](value, figures));
  return <Sparkline values={values} label={text.course(text.names[name], least ?? none, most ?? none)} />;
}

type Good = 'up' | 'down' | undefined;
type AgainstProps = {
  name: FigureName;
  of: Sourced | null;
  value: number | null;
  before: PerformanceSpan;
  good: Good;
  isOver: boolean;
};

/** Comparison with the previous days. The sum of an unfinished day is not compared; the previous sum is shown instead. */
function Against({ name, of, value, before, good, isOver }: AgainstProps) {
  const { cards: text } = useMessages();
  const then = before[name];
  const isKnown = then !== null && (name !== 'total_pnl' || before.trades !== 0);
  if (!isKnown) return <span>{text.noTrend}</span>;
  const change = name === 'total_pnl' && !isOver ? null : changeOf(name, value, then);
  const percents = (share: number) =>
    name === 'win_rate' ? text.points(number(Math.abs(share), { digits: 1 })) : percent(Math.abs(share), { digits: 1 });
  return (
    <span title={text.trendNote}>
      {change !== null && (
        <>
          <span className={colourOf(change.difference, good)}>
            {arrowOf(change.difference)}
            {change.share === null ? '' : percents(change.share)}
          </span>{' '}
        </>
      )}
      {text.before(written[name](then, of))}
    </span>
  );
}

/** In percent of the period before, which is all that the specification has. */
function Trend({ value, good }: { value: number | null | undefined; good: Good }) {
  const { cards: text } = useMessages();
  if (value === null || value === undefined) return <span>{text.noTrend}</span>;
  return (
    <span title={text.trendNote}>
      <span className={colourOf(value, good)}>
        {arrowOf(value)}
        {percent(value, { digits: 1, sign: true })}
      </span>{' '}
      <span className={styles.trendNote}>{text.trendNote}</span>
    </span>
  );
}

const arrowOf = (difference: number): string => (difference === 0 ? '' : difference > 0 ? '▲ ' : '▼ ');
const colourOf = (difference: number, good: Good): string =>
  good === undefined || difference === 0 ? '' : (good === 'up') === difference > 0 ? 'gain' : 'loss';
