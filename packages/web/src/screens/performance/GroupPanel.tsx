import { figureOf } from '@triquad/core';
import type { Breakdown } from '@triquad/core/contract';
import { typeTone } from '../../components/cycle.ts';
import { Panel } from '../../components/Panel.tsx';
import { classes } from '../../elements/classes.ts';
import { money, number, percent } from '../../messages/format.ts';
import { tone } from '../../messages/numbers.ts';
import { Heads } from '../../tables/Heads.tsx';
import { basisPoints, winRate } from './figures.ts';
import type { PanelProps } from './panel-props.ts';
import styles from './performance.module.css';
import { useMessages } from './use-messages.ts';

const height = 150;
type Group = NonNullable<Breakdown['all']>;

/** Trades by exchange and by type: each group adds up to the last row. */
export function GroupPanel({ breakdown, ...panel }: PanelProps & { breakdown: Breakdown | null }) {
  const { performance: text } = useMessages();
  return (
    <Panel {...panel} title={text.groups} height={height}>
      {breakdown && (
        <table className={classes('plain-table', styles.groups)}>
          <Heads
            of={[
              text.by,
              { number: text.trades },
              { number: text.won },
              { number: text.bp },
              { number: text.fees },
              { number: text.net },
            ]}
          />
          <tbody>
            {breakdown.by_exchange.map((group) => (
              <Row key={group.exchange} name={group.exchange} group={group} of={breakdown} />
            ))}
            {breakdown.by_type.map((group) => (
              <Row key={group.type} name={group.type} group={group} of={breakdown} className={typeTone(group.type)} />
            ))}
            {breakdown.all && <Row name={text.all} group={breakdown.all} of={breakdown} sum />}
          </tbody>
        </table>
      )}
      <p className={styles.hint}>{text.bpHint}</p>
    </Panel>
  );
}

type RowProps = {
  name: string;
  group: Pick<Group, 'trades' | 'wins' | 'profit' | 'fees' | 'capital'>;
  of: Breakdown;
  className?: string;
  sum?: boolean;
};
function Row({ name, group, of, className = '', sum = false }: RowProps) {
  return (
    <tr className={sum ? styles.sum : ''}>
      <th scope="row" className={className || styles.name}>
        {name}
      </th>
      <td className="number">{number(group.trades)}</td>
      <td className="number">{percent(winRate(group), { digits: 0 })}</td>
      <td className="number">{number(basisPoints(group), { digits: 1, sign: true })}</td>
      <td className="number">{money(figureOf(of, group.fees))}</td>
      <td className={`number ${tone(group.profit)}`}>{money(figureOf(of, group.profit), { sign: true })}</td>
    </tr>
  );
}
