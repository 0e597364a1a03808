import { InputGroup } from '@blueprintjs/core';
import { selectThreshold } from '@triquad/core';
import { useClientState } from '../../client-context.tsx';
import { percent } from '../../messages/format.ts';
import styles from './execute.module.css';
import { useMessages } from './use-messages.ts';
import type { TicketView } from './use-ticket.ts';

/** The profit below which the order is not executed. */
export function FloorField({ view: { floor, busy }, submit }: { view: TicketView; submit: () => void }) {
  const { ticket: text } = useMessages();
  const threshold = useClientState((state) => selectThreshold(state).running);
  const { mistake } = floor.entry;
  const hint = floor.text.trim() === '' ? text.noFloor : threshold === null ? '' : text.floorHint(percent(threshold));
  return (
    <div className={styles.floor}>
      <label htmlFor="ticket-floor">{text.floor}</label>
      <InputGroup
        id="ticket-floor"
        className={styles.percent}
        inputMode="decimal"
        autoComplete="off"
        aria-describedby="ticket-floor-hint"
        aria-invalid={mistake !== null}
        intent={mistake === null ? 'none' : 'danger'}
        readOnly={busy}
        value={floor.text}
        onValueChange={floor.set}
        onKeyDown={(event) => event.key === 'Enter' && submit()}
      />
      <span id="ticket-floor-hint" className={mistake === null ? 'muted' : 'loss'}>
        {mistake === null ? hint : text.number[mistake]}
      </span>
    </div>
  );
}
