import { figureOf } from '@triquad/core';
import type { Money, MoneyParts } from '@triquad/core/contract';
import { type Step, stepsOf } from '../../components/money-steps.ts';
import { Notice } from '../../components/Notice.tsx';
import { Panel } from '../../components/Panel.tsx';
import { classes } from '../../elements/classes.ts';
import { amount, money } from '../../messages/format.ts';
import { tone } from '../../messages/numbers.ts';
import { bookedForOthers } from './figures.ts';
import type { PanelProps } from './panel-props.ts';
import styles from './performance.module.css';
import { type Messages, useMessages } from './use-messages.ts';
import type { Shown } from './use-performance.ts';

const height = 260;
const mostNamed = 5;

/** The parts of the change of equity, which add up to the cent. */
export function MoneyPanel({ shown, ...panel }: PanelProps & { shown: Shown | null }) {
  const { performance: text } = useMessages();
  const told = shown?.now.money ?? null;
  const parts = told?.total ?? null;
  return (
    <Panel {...panel} flush of={told} title={text.equity.title} height={height}>
      {shown === null ? null : parts === null ? (
        <Notice title={reasonOf(shown, text)} />
      ) : (
        <Steps parts={parts} money={told} shown={shown} />
      )}
    </Panel>
  );
}

/** Why there is no equity to show. */
const reasonOf = ({ choice, now }: Shown, { equity, notTold }: Messages['performance']): string => {
  if (choice.exchange !== null) return equity.ofAll;
  if (now.money !== null) return equity.none;
  return choice.market === null ? notTold : equity.ofWatched;
};

/** Costs are no losses: fees have no colour. */
const colourless = ['fees', 'dust', 'flows', 'gross'];

function Steps({ parts, money: told, shown }: { parts: MoneyParts; money: Money | null; shown: Shown }) {
  const { equity } = useMessages().performance;
  const steps = stepsOf(parts);
  const others = bookedForOthers(shown.now);
  const unpriced = told?.unpriced ?? [];
  const of = (usd: number | null) => figureOf(told, usd);
  const levels = [0, ...steps.flatMap(({ from, to }) => [from, to])];
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  return (
    <>
      <table className={styles.steps} aria-label={equity.title}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{equity.part}</th>
            <th scope="col">{equity.amount}</th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => (
            <tr key={step.name} className={step.sum ? styles.sum : ''}>
              <th scope="row">
                {equity.steps[step.name]}
                <StepBar step={step} low={low} high={high} />
              </th>
              <td className={classes('number', colourless.includes(step.name) ? '' : tone(step.usd))}>
                {money(of(step.usd), { sign: true })}
              </td>
            </tr>
          ))}
          <tr className={styles.sum}>
            <th scope="row">
              {equity.now} <span className="muted">{equity.start(money(of(parts.equity_start)))}</span>
            </th>
            <td className="number">{money(of(parts.equity_end))}</td>
          </tr>
        </tbody>
      </table>
      {parts.fees === null && <p className={styles.note}>{equity.unknownFees}</p>}
      {others !== null && <p className={styles.note}>{equity.others(money(of(others), { sign: true }))}</p>}
      {unpriced.length > 0 && (
        <p className={styles.note}>
          {equity.unpriced(
            unpriced
              .slice(0, mostNamed)
              .map((one) => `${amount(one.amount)} ${one.asset} (${one.exchange})`)
              .join(', ') + (unpriced.length > mostNamed ? ' …' : ''),
          )}
        </p>
      )}
    </>
  );
}

/** For the eye alone: the figures stand beside it. */
function StepBar({ step: { from, to, sum, usd }, low, high }: { step: Step; low: number; high: number }) {
  const span = high - low;
  if (span === 0 || usd === null) return <span className={styles.track} aria-hidden />;
  const place = {
    left: `${((Math.min(from, to) - low) / span) * 100}%`,
    width: `${(Math.abs(to - from) / span) * 100}%`,
  };
  return (
    <span className={styles.track} aria-hidden>
      <span className={classes(styles.stepBar, sum ? styles.total : to < from && styles.negative)} style={place} />
      <span className={styles.zero} style={{ left: `${(-low / span) * 100}%` }} />
    </span>
  );
}
