import type { TradingMode } from '@triquad/core/contract';
import { BigNumber } from 'bignumber.js';
import { changesOf, tradedIn } from '../execution/holdings.ts';
import type { Fact } from '../model/event.ts';
import { accountChanges, isTransfer } from '../portfolio/ledger.ts';
import { residualOf } from './fold-money.ts';
import { addResidual } from './fold-residuals.ts';
import type { Journalled } from './journalled.ts';

type Needs = Pick<
  Journalled,
  'held' | 'residuals' | 'residual_origins' | 'executions' | 'open_executions' | 'orders' | 'mode'
>;

/** Books a transfer on what the account holds, in place. */
export const foldHeld = (state: Pick<Needs, 'held'>, fact: Fact): void => {
  if (!isTransfer(fact)) return;
  const account = accountOf(fact.mode, fact.exchange);
  const held = state.held.get(account) ?? new Map<string, string>();
  state.held.set(account, held);
  for (const { asset, amount } of accountChanges(fact)) held.set(asset, amount.plus(held.get(asset) ?? 0).toFixed());
};

/**
 * Lists no more as residual than the account holds, in place. A fill that comes late may spend what another execution has sold
 * meanwhile: the account then owes the asset, and what comes next pays that first. What a running execution has spent and was not
 * brought counts as held until it ends: after a restart the fill of a leg may be heard before that of the leg which paid for it.
 */
export const capResidual = (state: Needs, fact: Fact): void => {
  if (!isTransfer(fact) && fact.type !== 'ExecutionFinished') return;
  const { mode } = isTransfer(fact) ? fact : (state.executions.get(fact.execution_id) ?? state);
  for (const { exchange, asset, amount } of residualOf(state, mode)) {
    const booked = new BigNumber(state.held.get(accountOf(mode, exchange))?.get(asset) ?? 0);
    const excess = new BigNumber(amount).minus(booked).minus(advanced(state, mode, exchange, asset));
    if (excess.isGreaterThan(0)) addResidual(state, exchange, asset, excess.negated().toFixed(), undefined);
  }
};

/** Amount of an asset that running executions spent beyond their own proceeds of it. */
const advanced = (state: Needs, mode: TradingMode, exchange: string, asset: string): BigNumber => {
  let sum = new BigNumber(0);
  for (const id of state.open_executions) {
    const execution = state.executions.get(id);
    if (execution?.mode !== mode || execution.exchange !== exchange || execution.path[0] === asset) continue;
    const orders = execution.order_ids.flatMap((order) => state.orders.get(order) ?? []);
    if (!tradedIn(orders).has(asset)) continue;
    sum = sum.minus(BigNumber.min(0, changesOf(orders).get(asset) ?? 0));
  }
  return sum;
};

/** The key of an account in `held` and `costs`. */
export const accountOf = (mode: TradingMode, exchange: string): string => `${mode} ${exchange}`;
