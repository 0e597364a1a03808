import { selectOpportunity } from '@triquad/core';
import type { Opportunity } from '@triquad/core/contract';
import { useState } from 'react';
import { useClientState } from '../../client-context.tsx';
import { DialogFrame } from '../DialogFrame.tsx';
import { TicketForm } from './TicketForm.tsx';
import { useMessages } from './use-messages.ts';

/**
 * Prepares and executes one opportunity by hand: the amount and the floor are the operator's, the figures the bot's, and
 * the order that is sent is the one that is shown. `id` null closes it.
 */
export function ExecuteDialog({ id, close }: { id: string | null; close: () => void }) {
  const { execute } = useMessages();
  const opportunity = useShown(id);
  return (
    <DialogFrame isOpen={id !== null} title={execute.title} onClose={close} canOutsideClickClose={false} wide>
      {opportunity && <TicketForm key={opportunity.id} opportunity={opportunity} close={close} />}
    </DialogFrame>
  );
}

/** The opportunity as it is now; expired, as it was last known, once the list has dropped it. */
const useShown = (id: string | null): Opportunity | null => {
  const current = useClientState((state) => (id === null ? null : selectOpportunity(id)(state)));
  const [last, setLast] = useState<Opportunity | null>(null);
  if (current !== null && last !== current) setLast(current);
  return current ?? (id !== null && last?.id === id ? { ...last, is_valid: false } : null);
};
