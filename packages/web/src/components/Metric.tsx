import { Card, Classes } from '@blueprintjs/core';
import { type ReactNode, useId } from 'react';
import { classes } from '../elements/classes.ts';
import type { TermName } from '../messages/en/glossary.ts';
import styles from './Metric.module.css';
import { Term } from './term/Term.tsx';

type Props = {
  name: string;
  /** Glossary entry of the name. */
  term?: TermName;
  value: ReactNode;
  note?: ReactNode;
  /** Drawn after the value; the note then follows the name if there is room. */
  chart?: ReactNode;
  loading?: boolean;
  stale?: boolean;
  tone?: string;
};

/** One figure with its name. The line below it keeps its height when empty, so that cards do not change theirs. */
export function Metric({ name, term, value, note, chart, loading = false, stale = false, tone = '' }: Props) {
  const id = useId();
  return (
    <Card
      compact
      className={classes(styles.metric, chart !== undefined && styles.wide)}
      role="group"
      aria-labelledby={id}
    >
      <div className={styles.name} id={id}>
        {term === undefined ? name : <Term name={term}>{name}</Term>}
      </div>
      <div className={classes(styles.value, tone, stale && 'stale')} data-value>
        <span className={loading ? Classes.SKELETON : ''}>{loading ? '0000' : value}</span>
      </div>
      {note !== undefined && <div className={styles.note}>{note}</div>}
      {chart !== undefined && <div className={styles.chart}>{chart}</div>}
    </Card>
  );
}
