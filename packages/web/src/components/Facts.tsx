import type { ReactNode } from 'react';
import styles from './Facts.module.css';

/** Names and values side by side. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

/** A name that the glossary explains comes as a `Term`. */
export function Fact({ name, value, tone = '' }: { name: ReactNode; value: ReactNode; tone?: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className={tone}>{value}</dd>
    </>
  );
}
