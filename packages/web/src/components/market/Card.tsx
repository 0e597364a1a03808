import { Button, type Intent } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { classes } from '../../elements/classes.ts';
import styles from './market.module.css';

type Props = {
  title: string;
  icon: ReactNode;
  tag: ReactNode;
  text: string;
  facts: readonly (readonly [name: string, value: string])[];
  sketch: ReactNode;
  choose: { text: string; intent: Intent; disabled: boolean; loading: boolean; onClick: () => void };
  suggested?: boolean;
  /** Above the button: what is chosen exactly. */
  children?: ReactNode;
};

/** One thing that can be watched: what it is, what it takes, what one learns, and its button. */
export function Card({ title, icon, tag, text, facts, sketch, choose, suggested = false, children }: Props) {
  return (
    <section className={classes(styles.card, suggested && styles.suggested)} aria-label={title}>
      {sketch}
      <div className={styles.body}>
        <div className="row">
          {icon}
          <h2>{title}</h2>
          <span className="push">{tag}</span>
        </div>
        <p>{text}</p>
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div className={styles.foot}>
          {children}
          <Button fill {...choose} />
        </div>
      </div>
    </section>
  );
}
