import type { TradingMode } from '@triquad/core/contract';
import { BigNumber } from 'bignumber.js';
import type { Fact } from '../model/event.ts';
import { accountChanges, isTransfer } from '../portfolio/ledger.ts';
import { residualOf } from './fold-money.ts';
import { addResidual } from './fold-residuals.ts';
import type { Journalled } from './journalled.ts';

type Needs = Pick<Journalled, 'held' | 'residuals' | 'residual_origins' | 'executions' | 'mode'>;

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
 * meanwhile: the account then owes the asset, and what comes next pays that first.
 */
export const capResidual = (state: Needs, fact: Fact): void => {
  if (!isTransfer(fact) && fact.type !== 'ExecutionFinished') return;
  const { mode } = isTransfer(fact) ? fact : (state.executions.get(fact.execution_id) ?? state);
  for (const { exchange, asset, amount } of residualOf(state, mode)) {
    const excess = new BigNumber(amount).minus(state.held.get(accountOf(mode, exchange))?.get(asset) ?? 0);
    if (excess.isGreaterThan(0)) addResidual(state, exchange, asset, excess.negated().toFixed(), undefined);
  }
};

/** The key of an account in `held` and `costs`. */
export const accountOf = (mode: TradingMode, exchange: string): string => `${mode} ${exchange}`;
