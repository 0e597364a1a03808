import type { ReactNode } from 'react';
import type { TermName } from '../messages/en/glossary.ts';
import styles from './Facts.module.css';
import { Term } from './term/Term.tsx';

/** Names and values side by side. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

type FactProps = { name: ReactNode; value: ReactNode; tone?: string; term?: TermName };

/** `term`: what the glossary has on the name. */
export function Fact({ name, value, tone = '', term }: FactProps) {
  return (
    <>
      <dt>{term === undefined ? name : <Term name={term}>{name}</Term>}</dt>
      <dd className={tone}>{value}</dd>
    </>
  );
}
