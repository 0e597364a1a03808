import type { DifferenceRecord } from '@triquad/core/contract';
import { BigNumber } from 'bignumber.js';
import { openOrdersAt } from '../kernel/balances.ts';
import type { Core, Venues } from '../kernel/core.ts';
import { rateOf } from '../kernel/exposure.ts';
import { hasOverdueFees } from '../kernel/fold-accounts.ts';
import type { Reports } from '../kernel/reports.ts';
import type { AccountEvent } from '../model/account-event.ts';
import {
  type AcceptDifference,
  type Answers,
  type CommandProblem,
  type CommandResult,
  notWritten,
  refuse,
} from '../model/command.ts';
import type { Exchange } from '../model/exchange.ts';
import { isoTime } from '../model/moment.ts';
import type { Difference } from '../model/state.ts';
import { bookLook, differencesAt, lookAt, wordsOf } from './reconcile.ts';

type Needs = Reports & Venues & Pick<Core, 'clock' | 'ids' | 'config' | 'recorder' | 'every'>;

/** The accounts while the bot runs: those that differ from the ledger, or owe a fee for long, are looked at again, and differences are accepted. */
export type Accounts = {
  /** Asks the account once more: a fee that has come since may explain the difference, and it would be booked twice. */
  accept(command: AcceptDifference): Promise<CommandResult<Answers['AcceptDifference']>>;
};

/** How often such an account is looked at again, in ms. */
const lookAgainMs = 60_000;

export const createAccounts = (core: Needs): Accounts => {
  const { state, record } = core.recorder;

  const lookAgain = async (exchange: Exchange): Promise<void> => {
    const look = await lookAt(core, exchange);
    // What an open order has moved is unknown.
    if (openOrdersAt(core, exchange.name).length > 0) return;
    if (look.kind === 'agrees') bookLook(core, exchange, []);
    if (look.kind === 'differs') bookLook(core, exchange, look.found);
  };

  core.every(lookAgainMs, () => {
    for (const exchange of core.exchanges.values()) {
      const differs =
        differencesAt(core, exchange.name).length > 0 ||
        state.halted_accounts.has(exchange.name) ||
        hasOverdueFees(state, exchange.name, core.clock.now());
      if (core.ready.has(exchange.name) && differs && exchange.account.kind !== 'paper') void lookAgain(exchange);
    }
  });

  /** Whether the account still differs by what was found then; what it differs by now is booked where no order is open. */
  const confirm = async (
    exchange: Exchange,
    { id, asset, booked, found }: Difference,
  ): Promise<CommandProblem | null> => {
    const look = await lookAt(core, exchange);
    if (look.kind === 'unknown')
      return refuse('unavailable', `${exchange.name} does not say what it holds: ${look.reason}`);
    const now = look.kind === 'differs' ? look.found.find((one) => one.asset === asset) : undefined;
    const change = now && new BigNumber(now.found).minus(now.booked);
    if (change?.isEqualTo(new BigNumber(found).minus(booked))) return null;
    if (look.kind === 'moved' || openOrdersAt(core, exchange.name).length > 0)
      return refuse('conflict', `orders at ${exchange.name} move ${asset} now; try again when they have ended`);
    bookLook(core, exchange, look.kind === 'differs' ? look.found : []);
    const left = state.differences.get(id);
    return refuse('conflict', `the difference has changed: ${left ? wordsOf(left) : 'account and ledger agree'}`);
  };

  return {
    accept: async ({ id, reason, actor }) => {
      const known = state.differences.get(id);
      if (!known) return refuse('not-found', 'there is no such difference');
      if (reason.trim() === '') return refuse('rejected', 'say why it is accepted');
      const venue = core.exchanges.get(known.exchange);
      // One that is no longer connected says nothing else any more.
      const problem = venue ? await confirm(venue, known) : null;
      if (problem) return problem;
      const difference = state.differences.get(id);
      if (!difference) return refuse('not-found', 'there is no such difference');
      const { exchange, mode, asset, kind, booked, found } = difference;
      const amount = new BigNumber(found).minus(booked).toFixed();
      const usd_value = recordOf(core, difference).value_usd;
      const at = core.clock.now();
      const moved = { exchange, mode, cause: kind, asset, amount, usd_value, at };
      const facts: AccountEvent[] = [
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
  core: Venues,
  { id, exchange, asset, booked, found, usd_value, kind, at }: Difference,
): DifferenceRecord => {
  const amount = new BigNumber(found).minus(booked);
  const rate = rateOf(core, exchange, asset);
  return {
    id,
    exchange,
    asset,
    booked,
    found,
    amount: amount.toFixed(),
    value_usd: rate === null ? usd_value : amount.multipliedBy(rate).toNumber(),
    kind,
    found_at: isoTime(at),
  };
};
