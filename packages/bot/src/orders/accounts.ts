import type { DifferenceRecord } from '@triquad/core/contract';
import { BigNumber } from 'bignumber.js';
import { openOrdersAt } from '../kernel/balances.ts';
import type { Core, Venues } from '../kernel/core.ts';
import { rateOf } from '../kernel/exposure.ts';
import type { ReachedAccount } from '../kernel/port.ts';
import type { Reports } from '../kernel/reports.ts';
import type { AccountFact } from '../model/account-event.ts';
import {
  type AcceptDifference,
  type Answers,
  type CommandProblem,
  type CommandResult,
  notWritten,
  refuse,
} from '../model/command.ts';
import type { EngineEvent, ExecutionFinished } from '../model/event.ts';
import type { AccountEvent } from '../model/exchange.ts';
import { isoTime } from '../model/moment.ts';
import { provenanceNow } from '../model/provenance.ts';
import type { Difference } from '../model/state.ts';
import { createCompare } from './compare.ts';
import { reportHalt } from './order-notices.ts';
import { bookLook, differencesAt, lookAt, wordsOf } from './reconcile.ts';

type Needs = Reports & Venues & Pick<Core, 'clock' | 'ids' | 'config' | 'recorder' | 'every'>;

/** The accounts while the process runs: they are compared with the ledger, and differences are accepted. */
export type Accounts = {
  /** Compares the account as soon as no order is open there. */
  compare(exchange: string): void;
  hear(event: EngineEvent): void;
  /** What an account says by itself, beside reports of its orders. */
  note(exchange: string, event: Exclude<AccountEvent, { kind: 'report' }>): void;
  /** Asks the account once more: a fee that has come since may explain the difference, and it would be booked twice. */
  accept(command: AcceptDifference): Promise<CommandResult<Answers['AcceptDifference']>>;
};

export const createAccounts = (core: Needs): Accounts => {
  const { state, record } = core.recorder;
  const compare = createCompare(core);
  /** Running executions with an order whose outcome was unknown. */
  const unclear = new Set<string>();

  const finished = ({ execution_id, status }: ExecutionFinished): void => {
    const isUnclean = status === 'stranded' || status === 'unwound';
    if (unclear.delete(execution_id) || isUnclean) compare(state.executions.get(execution_id)?.exchange ?? '');
  };

  /** Whether the account still differs by what was found then; what it differs by now is booked where no order is open. */
  const confirm = async (
    account: ReachedAccount,
    { id, asset, booked, found }: Difference,
  ): Promise<CommandProblem | null> => {
    const look = await lookAt(core, account);
    if (look.kind === 'unknown')
      return refuse('unavailable', `${account.id} does not say what it holds: ${look.reason}`);
    const now = look.kind === 'differs' ? look.found.find((one) => one.asset === asset) : undefined;
    const change = now && new BigNumber(now.found).minus(now.booked);
    if (change?.isEqualTo(new BigNumber(found).minus(booked))) return null;
    if (look.kind === 'moved' || openOrdersAt(core, account.id).length > 0)
      return refuse('conflict', `orders at ${account.id} move ${asset} now; try again when they have ended`);
    bookLook(core, account, look.kind === 'differs' ? look.found : []);
    const left = state.differences.get(id);
    return refuse('conflict', `the difference has changed: ${left ? wordsOf(left) : 'account and ledger agree'}`);
  };

  return {
    compare,
    note: (exchange, event) => {
      if (event.kind === 'connected') core.comparisons.connected(exchange);
      if (event.kind === 'disconnected') core.comparisons.disconnected(exchange, event.reason);
      else compare(exchange);
    },
    hear: (event) => {
      if (event.type === 'OrderUnknown') unclear.add(state.orders.get(event.order_id)?.execution_id ?? '');
      if (event.type === 'ExecutionFinished') finished(event);
      if (event.type === 'ExecutionRestated') compare(state.executions.get(event.execution_id)?.exchange ?? '');
      if (event.type === 'OrderFilled' && event.at_limit) compare(event.exchange);
      if (event.type !== 'AccountHalted' || event.cause === 'difference') return;
      reportHalt(core, event);
      compare(event.exchange);
    },
    accept: async ({ id, reason, actor }) => {
      const known = state.differences.get(id);
      if (!known) return refuse('not-found', 'there is no such difference');
      if (reason.trim() === '') return refuse('rejected', 'say why it is accepted');
      const venue = core.exchanges.get(known.exchange);
      // One that is no longer connected says nothing else any more.
      const problem = venue ? await confirm(venue.account, known) : null;
      if (problem) return problem;
      const difference = state.differences.get(id);
      if (!difference) return refuse('not-found', 'there is no such difference');
      const { exchange, mode, asset, kind, booked, found } = difference;
      const amount = new BigNumber(found).minus(booked).toFixed();
      const usd_value = recordOf(core, difference).value_usd;
      const at = core.clock.now();
      const moved = { exchange, mode, cause: kind, asset, amount, usd_value, at };
      const facts: AccountFact[] = [
        { type: 'DifferenceAccepted', id, reason: reason.trim(), actor, at },
        { type: 'FundsMoved', id: core.ids(), ...moved },
      ];
      const others = differencesAt(core, exchange).filter((one) => one.id !== id && one.kind === 'unexplained');
      const isReleased = others.length === 0 && state.halted_accounts.get(exchange)?.cause === 'difference';
      if (isReleased) facts.push({ type: 'AccountReleased', exchange, by: 'operator', at });
      if (!record(facts)) return notWritten;
      const message = `${amount} ${asset} on ${exchange} is booked${isReleased ? `; ${exchange} trades again` : ''}`;
      core.log('WARNING', 'wallet', `${message}: ${reason.trim()}`, { id, exchange, asset, amount, by: actor.name });
      return { ok: true, value: { message } };
    },
  };
};

/** Where an account holds something else than the ledger, the oldest difference first. */
export const differencesOf = (core: Venues & Pick<Core, 'recorder'>): readonly DifferenceRecord[] =>
  [...core.recorder.state.differences.values()].map((one) => recordOf(core, one));

const recordOf = (
  core: Venues & Pick<Core, 'recorder'>,
  { id, exchange, asset, booked, found, usd_value, kind, at }: Difference,
): DifferenceRecord => {
  const amount = new BigNumber(found).minus(booked);
  const rate = rateOf(core, exchange, asset);
  return {
    id,
    exchange,
    provenance: provenanceNow(core.recorder.state, exchange),
    asset,
    booked,
    found,
    amount: amount.toFixed(),
    value_usd: rate === null ? usd_value : amount.multipliedBy(rate).toNumber(),
    kind,
    found_at: isoTime(at),
  };
};
