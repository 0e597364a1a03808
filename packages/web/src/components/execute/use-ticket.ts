import {
  type ClientState,
  type Command,
  executionObstacle,
  type Figure,
  factsOf,
  figureOf,
  lacksPreviews,
  type Obstacle,
  permitted,
  selectMode,
  selectReplaying,
  selectStale,
  selectThreshold,
  selectTicket,
  type Ticket,
} from '@triquad/core';
import type { Opportunity, Preview } from '@triquad/core/contract';
import { type Entry, exceeds, numberText, readEntry } from '@triquad/core/rules';
import { useEffect, useEffectEvent, useState } from 'react';
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

type Execute = Extract<Command, { type: 'ExecuteOpportunity' }>;
type Field = { readonly text: string; readonly entry: Entry; readonly set: (text: string) => void };

export type TicketView = {
  readonly ticket: Ticket | null;
  readonly mode: 'paper' | 'live' | null;
  readonly amount: Field;
  readonly floor: Field;
  /** The latest preview of the amount in the field: what is shown is what is sent. */
  readonly preview: Preview | null;
  readonly noPreviews: boolean;
  /** Reason that forbids the order now. */
  readonly obstacle: Obstacle | null;
  readonly busy: boolean;
  /** Why the last order was not executed, until the next one is sent. */
  readonly refusal: Refusal | null;
  readonly send: () => void;
};

const selectSecond = (state: ClientState): number => Math.floor(state.now / 1000);

/** The order being prepared for an opportunity: its fields, its preview, what was refused, and how it is sent. */
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

  const ofPreview = ticket !== null && ticket.dry_run === null;
  const noPreviews = useNoPreviews(ticket);
  const failed = ofPreview && ticket.phase === 'failed';
  const mode = useClientState(selectMode);
  const facts = useClientState(factsOf);
  const stale = useClientState(selectStale);
  const replaying = useClientState(selectReplaying);
  const busy = ticket?.phase === 'executing' || ticket?.phase === 'requoting';
  const stopped = is_valid === false || noPreviews || stale || replaying;
  const preview = usePreview(id, { amount: amount.value, ticket, failed, stopped });
  const { refusal: refused, expect } = useRefusal(ticket);

  const shown = figuresOf(preview);
  const once: Execute = {
    type: 'ExecuteOpportunity',
    opportunity_id: id,
    dry_run: mode !== 'live',
    ...(amount.value === null ? {} : { amount: amount.value }),
    ...(shown.profit.usd === null ? {} : { expected_profit: shown.profit.usd }),
    ...(floor.value === null ? {} : { min_profit_pct: floor.value }),
  };
  const refusal: Refusal | null =
    permitted(facts, once).obstacle?.code === 'execution_unsettled' ? { code: 'unsettled', was: shown } : refused;
  const command: Execute = refusal !== null && refusal.code !== 'below_floor' ? { ...once, again: true } : once;
  const obstacle = executionObstacle(facts, command, {
    isExpired: is_valid === false,
    amount,
    floor,
    mayOmitAmount: ownSize === null,
    preview,
    isPreviewing: ticket?.phase === 'previewing' || ticket === null,
    hasPreviews: !noPreviews,
  });
  const send = () => {
    if (obstacle !== null || busy) return;
    expect(shown);
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
    preview,
    noPreviews,
    obstacle,
    busy,
    refusal,
    send,
  };
};

/**
 * The text of the amount: what was typed, else the size of the opportunity, or less once no more than that can be placed.
 */
const useSize = (id: string, ownSize: number | null) => {
  const ticket = useClientState(selectTicket(id));
  const [typed, setTyped] = useState<string | null>(null);
  const [size, setSize] = useState(ownSize);
  const preview = ticket?.preview ?? null;
  if (typed === null && exceeds(size, preview)) setSize(preview?.max_amount ?? size);
  return [typed ?? centsOf(size), setTyped] as const;
};

/** True once a bot that speaks only the spec has refused a preview. */
const useNoPreviews = (ticket: Ticket | null): boolean => {
  const facts = useClientState(factsOf);
  const [none, setNone] = useState(false);
  const found = ticket !== null && ticket.dry_run === null && lacksPreviews(facts, ticket.problem);
  if (found && !none) setNone(true);
  return none || found;
};

type Quoted = { amount: number | null; ticket: Ticket | null; failed: boolean; stopped: boolean };

/** Asks for a preview of each amount, and every second again; the figures stay until the next answer. */
const usePreview = (id: string, { amount, ticket, failed, stopped }: Quoted): Preview | null => {
  const client = useClient();
  const second = useClientState(selectSecond);
  const [last, setLast] = useState<{ amount: number | null; preview: Preview } | null>(null);
  const current = ticket?.amount === amount ? ticket : null;
  if (current?.preview && last?.preview !== current.preview) setLast({ amount, preview: current.preview });

  const ask = (wanted: number | null) => {
    if (wanted !== null) client.send({ type: 'PreviewOpportunity', opportunity_id: id, amount: wanted });
  };
  const start = useEffectEvent((wanted: number | null) => {
    if (ticket?.phase !== 'executing' && ticket?.phase !== 'requoting') ask(wanted);
  });
  // One question at a time, and none while the result of an order is shown.
  const idle = failed || ticket?.phase === 'previewed';
  const refresh = useEffectEvent((_: number) => {
    if (idle && !stopped) ask(amount);
  });
  useEffect(() => {
    if (!stopped) start(amount);
  }, [amount, stopped]);
  useEffect(() => refresh(second), [second]);
  useEffect(() => () => client.send({ type: 'CloseTicket' }), [client]);

  if (failed) return null;
  return current?.preview ?? (last?.amount === amount ? last.preview : null);
};

/** Keeps why an order was refused beside what was shown when it was sent, as the next preview replaces both. */
const useRefusal = (ticket: Ticket | null) => {
  const [sent, setSent] = useState<{ shown: Figures; before: Ticket | null } | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const code = ticket?.refusal ?? null;
  // Until the order is on its way the ticket may still say why the one before it was refused.
  if (code !== null && sent !== null && ticket !== sent.before) {
    setRefusal({ code, was: sent.shown });
    setSent(null);
  }
  const expect = (shown: Figures) => {
    setSent({ shown, before: ticket });
    setRefusal(null);
  };
  return { refusal, expect };
};
