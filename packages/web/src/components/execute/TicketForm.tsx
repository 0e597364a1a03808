import { Button, DialogBody, DialogFooter } from '@blueprintjs/core';
import type { Opportunity } from '@triquad/core/contract';
import { useEffect, useRef } from 'react';
import { classes } from '../../elements/classes.ts';
import { dollars } from '../../messages/format.ts';
import { AmountRow } from './AmountRow.tsx';
import styles from './execute.module.css';
import { FloorField } from './FloorField.tsx';
import { Legs } from './Legs.tsx';
import { Notices } from './Notices.tsx';
import { RiskBox } from './RiskBox.tsx';
import { Subject } from './Subject.tsx';
import type { Messages } from './use-messages.ts';
import { useMessages } from './use-messages.ts';
import { type TicketView, useTicket } from './use-ticket.ts';

export function TicketForm({ opportunity, close }: { opportunity: Opportunity; close: () => void }) {
  const view = useTicket(opportunity);
  const { ticket, mode } = view;
  const succeeded = ticket?.phase === 'executed' && ticket.result?.status === 'success';
  useEffect(() => {
    if (succeeded) close();
  }, [succeeded, close]);
  // On paper Enter in a field sends the order; live money is sent by its button only.
  const submit = () => {
    if (mode === 'paper' && view.refusal === null) view.send();
  };
  return (
    <>
      <DialogBody className={classes(styles.body)}>
        <Subject opportunity={opportunity} />
        <AmountRow view={view} opportunity={opportunity} submit={submit} />
        <Notices view={view} opportunity={opportunity} />
        <Legs legs={view.preview?.legs ?? opportunity.legs} />
        <div className={styles.foot}>
          <RiskBox opportunity={opportunity} />
          <FloorField view={view} submit={submit} />
        </div>
      </DialogBody>
      <Footer view={view} close={close} />
    </>
  );
}

function Footer({ view, close }: { view: TicketView; close: () => void }) {
  const messages = useMessages();
  const { execute, ticket: text, texts } = messages;
  const { obstacle, busy, mode } = view;
  const cancel = useRef<HTMLButtonElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const live = mode === 'live';
  const unsafe = obstacle !== null || busy || view.refusal !== null;
  // A disabled button ignores keys: a second Enter must not confirm an amount that was just refused.
  useEffect(() => {
    if (unsafe && document.activeElement === button.current) cancel.current?.focus();
  }, [unsafe]);
  return (
    <DialogFooter
      className={classes(styles.footer)}
      actions={
        <>
          <Button ref={cancel} autoFocus={live} text={execute.cancel} onClick={close} />
          <Button
            ref={button}
            intent={live || view.refusal !== null ? 'warning' : 'primary'}
            text={labelOf(view, messages)}
            disabled={obstacle !== null && !busy}
            loading={busy}
            onClick={view.send}
          />
        </>
      }
    >
      <span className={styles.reason} role="status">
        {obstacle === null || busy ? text.asShown : texts.code(obstacle)}
      </span>
    </DialogFooter>
  );
}

/** Names the amount and the kind of money. */
const labelOf = (
  { amount, mode, refusal, ticket }: TicketView,
  { execute, ticket: text, header }: Messages,
): string => {
  const sum = dollars(amount.entry.value);
  if (ticket?.phase === 'unsettled') return text.askAgain;
  if (mode === 'live')
    return refusal && refusal.code !== 'below_floor' ? text.again(sum, header.live) : execute.confirmLive(sum);
  if (refusal && refusal.code !== 'below_floor') return text.again(sum, header.paper);
  return amount.entry.value === null ? text.paperOwnSize : text.paper(sum);
};
