import type { ReactNode } from 'react';

/** Names and values side by side. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>;
}

export function Fact({ name, value, tone = '' }: { name: ReactNode; value: ReactNode; tone?: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className={tone}>{value}</dd>
    </>
  );
}
