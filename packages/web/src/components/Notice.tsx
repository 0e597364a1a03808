import { NonIdealState } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import styles from './Notice.module.css';

type Props = { title: string; hint?: string | undefined; icon?: React.JSX.Element; action?: React.JSX.Element };

/** Placeholder of a panel without data. It is no heading: headings name the panels, one level below the screen's. */
export function Notice({ title, hint, icon, action }: Props) {
  const text: ReactNode = (
    <>
      <p className={styles.title}>{title}</p>
      {hint}
    </>
  );
  return (
    <NonIdealState
      layout="vertical"
      {...(icon && { icon })}
      {...(action && { action })}
      description={<div>{text}</div>}
    />
  );
}
