import { BigNumber } from 'bignumber.js';
import type { Core, Venues } from '../kernel/core.ts';
import { rateOf } from '../kernel/exposure.ts';
import type { Reports } from '../kernel/reports.ts';
import {
  type Answers,
  type CommandProblem,
  type CommandResult,
  notWritten,
  type ResetWallet,
  refuse,
} from '../model/command.ts';
import type { Fact } from '../model/event.ts';

type Needs = Reports & Venues & Pick<Core, 'clock' | 'ids' | 'config' | 'recorder' | 'lifecycle'>;

/**
 * Gives the paper wallet of the present market its starting funds again. What leaves or comes is a flow, so that performance neither gains
 * nor loses by it; residual positions become the operator's own at their value of now, and leave with the rest.
 */
export const resetWallet = (
  core: Needs,
  { market, key, actor }: ResetWallet,
): CommandResult<Answers['ResetWallet']> => {
  const { recorder, clock } = core;
  const { state, ledger } = recorder;
  const problem = obstacleOf(core, market);
  if (problem !== null) return problem;
  const at = clock.now();
  const name = state.market?.market ?? null;
  const reset: Fact = { type: 'WalletReset', market: name, actor, ...(key && { key }), at };
  if (!recorder.record([...residualsKept(core, at), ...fundsMoved(core, at), reset])) return notWritten;
  // At once, as an order may leave in the next turn; where the journal does not take it, none leaves at all.
  for (const [exchange, venue] of core.exchanges) {
    const held = [...ledger.holdings('paper', exchange)];
    const balances = Object.fromEntries(held.map(([asset, amount]) => [asset, amount.toFixed()]));
    if (held.length > 0) venue.account.paper?.restore({ balances, open: [] });
  }
  const message = `The paper wallet ${name === null ? '' : `of ${name} `}has its starting funds again`;
  core.log('WARNING', 'wallet', message, { market: name, by: actor.name });
  return { ok: true, value: { message } };
};

const obstacleOf = ({ recorder: { state }, exchanges, lifecycle }: Needs, market: string | undefined) => {
  const refused = (code: string, detail: string): CommandProblem => refuse('conflict', detail, { code });
  const own = state.market?.market ?? null;
  if (state.mode === 'live') return refused('real_money', 'the money is real: only a paper wallet can be reset');
  const keeper = [...exchanges.values()].find(({ account }) => !account.paper);
  if (keeper)
    return refused('real_money', `${keeper.account.id} keeps its account itself: only a paper wallet can be reset`);
  if (market !== undefined && market !== own)
    return refused('another_market', `the market is ${own ?? 'not named'}, not ${market}: look at its wallet first`);
  if (lifecycle() === 'starting') return refuse('conflict', 'the bot is starting');
  if (state.open_executions.size > 0)
    return refused('execution_running', 'an execution is running: try again when it has ended');
  if (state.open_orders.size > 0) return refused('order_open', 'an order is open: cancel it first');
  return null;
};

const priceOf = (core: Needs, exchange: string, asset: string): number | null =>
  rateOf(core, exchange, asset) ?? core.valuation.lastKnown().get(asset) ?? null;

const worthOf = (amount: BigNumber.Value, price: number | null): number | null =>
  price === null ? null : new BigNumber(amount).multipliedBy(price).toNumber();

const residualsKept = (core: Needs, at: number): readonly Fact[] => {
  const { residuals, residual_origins } = core.recorder.state;
  return [...residuals].flatMap(([exchange, assets]) =>
    [...assets].map(([asset, amount]): Fact => {
      const origin = residual_origins.get(exchange)?.get(asset);
      const usd_value = worthOf(amount, priceOf(core, exchange, asset));
      const taken = origin && { execution_id: origin.execution_id, amount, usd_value };
      return { type: 'StrandedCleared', exchange, asset, kept: true, ...taken, at };
    }),
  );
};

/** What each exchange must gain or lose to hold the starting funds, those included that are not connected now. */
const fundsMoved = (core: Needs, at: number): readonly Fact[] => {
  const { state, ledger } = core.recorder;
  const { paper_funds } = core.config();
  const exchanges = [...state.held.keys()].flatMap((account) => account.match(/^paper (.*)$/)?.[1] ?? []);
  return exchanges.flatMap((exchange) => {
    const assets = new Set([...Object.keys(paper_funds), ...ledger.holdings('paper', exchange).keys()]);
    return [...assets].flatMap((asset): readonly Fact[] => {
      const change = new BigNumber(paper_funds[asset] ?? 0).minus(ledger.balance('paper', exchange, asset));
      if (change.isZero()) return [];
      const usd_value = worthOf(change, priceOf(core, exchange, asset));
      const moved = { exchange, mode: 'paper', cause: 'reset', asset, amount: change.toFixed(), usd_value } as const;
      return [{ type: 'FundsMoved', id: core.ids(), ...moved, at }];
    });
  });
};
