import {
  type Figure,
  factsOf,
  figureOf,
  type Obstacle,
  preparedOrder,
  selectMode,
  selectThreshold,
  selectTicket,
  type Ticket,
} from '@triquad/core';
import type { Opportunity, Preview } from '@triquad/core/contract';
import { type Entry, exceeds, numberText, readEntry } from '@triquad/core/rules';
import { useEffect, useState } from 'react';
import { useClient, useClientState } from '../../client-context.tsx';
import { dollars } from '../../messages/format.ts';
import { useSend } from '../use-command.ts';
import { centsOf } from './ticket-rules.ts';
import { useMessages } from './use-messages.ts';

/** Profit in USD and in percent. */
export type Figures = { readonly profit: Figure; readonly pct: number | null };
export const figuresOf = (preview: Preview | null): Figures => ({
  profit: figureOf(preview, preview?.expected_profit),
  pct: preview?.expected_profit_pct ?? null,
});

export type Refusal = { readonly code: NonNullable<Ticket['refusal']>; readonly was: Figures };

type Field = { readonly text: string; readonly entry: Entry; readonly set: (text: string) => void };

export type TicketView = {
  readonly ticket: Ticket | null;
  readonly mode: 'paper' | 'live' | null;
  readonly amount: Field;
  readonly floor: Field;
  /** The latest preview of the typed amount, as shown and as sent. */
  readonly preview: Preview | null;
  readonly noPreviews: boolean;
  /** Reason that forbids the order now. */
  readonly obstacle: Obstacle | null;
  readonly busy: boolean;
  /** Why the last order was not executed, until the amount changes or the next one is sent. */
  readonly refusal: Refusal | null;
  readonly send: () => void;
};

/** State of the order ticket: fields, preview, refusals, and the send action. */
export const useTicket = (opportunity: Opportunity): TicketView => {
  const { execute } = useMessages();
  const sendCommand = useSend();
  const { id, is_valid } = opportunity;
  const ticket = useClientState(selectTicket(id));
  const threshold = useClientState((state) => selectThreshold(state).running);
  const [ownSize] = useState(opportunity.capital_required);
  const [amountText, setAmount] = useSize(id, ownSize);
  const [floorText, setFloor] = useState<string | null>(null);
  const shownFloor = floorText ?? numberText(threshold);
  const amount = readEntry(amountText, 'amount');
  const floor = readEntry(shownFloor, 'percent');

  const mode = useClientState(selectMode);
  const facts = useClientState(factsOf);
  const busy = ticket?.phase === 'executing' || ticket?.phase === 'requoting';
  const current = ticket?.amount === amount.value ? ticket : null;
  useOpenTicket(id, amount.value, current !== null || busy || is_valid === false);
  const { command, obstacle, ...order } = preparedOrder(facts, current, {
    opportunity_id: id,
    isExpired: is_valid === false,
    amount,
    floor,
    mayOmitAmount: ownSize === null,
  });
  const send = () => {
    if (obstacle !== null || busy) return;
    const question = {
      title: execute.confirmLive(dollars(amount.value)),
      confirm: execute.confirmLive(dollars(amount.value)),
    };
    void sendCommand(command, { isAsked: true, question });
  };
  return {
    ticket,
    mode,
    amount: { text: amountText, entry: amount, set: setAmount },
    floor: { text: shownFloor, entry: floor, set: setFloor },
    preview: order.preview,
    noPreviews: ticket?.has_previews === false,
    obstacle,
    busy,
    refusal: order.refusal && { code: order.refusal, was: figuresOf(order.refused) },
    send,
  };
};

/** Text of the amount field: the typed text, otherwise the opportunity's size, limited to the placeable amount. */
const useSize = (id: string, ownSize: number | null) => {
  const ticket = useClientState(selectTicket(id));
  const [typed, setTyped] = useState<string | null>(null);
  const [size, setSize] = useState(ownSize);
  const preview = ticket?.preview ?? null;
  if (typed === null && exceeds(size, preview)) setSize(preview?.max_amount ?? size);
  return [typed ?? centsOf(size), setTyped] as const;
};

/** Opens the ticket with the amount, and closes it with the dialog. */
const useOpenTicket = (opportunity_id: string, amount: number | null, isOpen: boolean) => {
  const client = useClient();
  useEffect(() => {
    if (!isOpen && amount !== null) client.send({ type: 'PreviewOpportunity', opportunity_id, amount });
  }, [client, opportunity_id, amount, isOpen]);
  useEffect(() => () => client.send({ type: 'CloseTicket' }), [client]);
};
