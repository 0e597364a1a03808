import { selectBotCondition, selectStale, selectStateSince } from '@triquad/core';
import { useClientState } from '../../client-context.tsx';
import { timeOfDay } from '../../messages/moments.ts';
import styles from './execution.module.css';
import { useMessages } from './use-messages.ts';

const states = ['stopped', 'starting', 'running', 'stopping', 'halted'] as const;

/** The states of the bot in the order in which it takes them, with what each of them means; the present one is marked. */
export function Lifecycle() {
  const { bot, band, lifecycle } = useMessages();
  const condition = useClientState(selectBotCondition);
  const stale = useClientState(selectStale);
  const since = useClientState(selectStateSince);
  return (
    <ol className={styles.states} aria-label={lifecycle.title}>
      {states.map((state) => {
        const isPresent = state === condition && !stale;
        const when = isPresent && since !== null ? band.since(timeOfDay(since)) : lifecycle[state];
        return (
          <li key={state} className={styles[state]} {...(isPresent && { 'aria-current': 'step' })}>
            <strong>{bot[state]}</strong>
            <span className="muted small">{when}</span>
          </li>
        );
      })}
    </ol>
  );
}
