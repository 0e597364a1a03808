import { Callout } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { Heads } from '../../tables/Heads.tsx';
import styles from './settings.module.css';

/** Small tables of settings; the last column holds the buttons. It scrolls where it does not fit. */
export function Table({ label, names, children }: { label: string; names: readonly string[]; children: ReactNode }) {
  return (
    <div className={styles.scrolls}>
      <table className={`plain-table ${styles.listTable}`} aria-label={label}>
        <Heads of={names} />
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** Why a change was refused; empty when none was. */
export function Refused({ text }: { text: string }) {
  return (
    <div role="alert">
      {text !== '' && (
        <Callout compact intent="danger">
          {text}
        </Callout>
      )}
    </div>
  );
}
