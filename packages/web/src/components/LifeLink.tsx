import type { ReactNode } from 'react';
import { useClientState } from '../client-context.tsx';
import { useQuery } from '../elements/use-query.ts';
import styles from './LifeLink.module.css';

/** True if the bot serves the whole life of one opportunity. */
export const useTellsLives = (): boolean => useClientState(({ health }) => health.capabilities.includes('history'));

/** The life that metadata of a log line or a notification names. */
export const lifeIn = (metadata: Readonly<Record<string, unknown>>): string | null => {
  const id = metadata.execution_id ?? metadata.opportunity_id ?? metadata.order_id;
  return typeof id === 'string' && id !== '' ? id : null;
};

type Props = {
  /** Id of an opportunity, execution, order or decision; null if there is none. */
  id: string | null;
  label: string;
  children: ReactNode;
};

/** Opens the life above the screen. Plain text for bots without lives. */
export function LifeLink({ id, label, children }: Props) {
  const query = useQuery();
  const tells = useTellsLives();
  if (!tells || id === null) return children;
  return (
    <button
      type="button"
      className={styles.link}
      aria-label={label}
      title={label}
      onClick={() => query.set({ life: id })}
    >
      {children}
    </button>
  );
}
