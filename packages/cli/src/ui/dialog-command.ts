import { type Command, type FlattenState, type Permission, permitted } from '@triquad/core';
import { english } from '@triquad/core/texts';
import { executionOf } from './execution.ts';
import { limitChange } from './limit-change.ts';
import type { ActionDialog } from './screen-state.ts';
import type { Known } from './shown.ts';

/** The command that the dialog sends. */
export function commandOf(dialog: ActionDialog, known: Known): Command {
  switch (dialog.kind) {
    case 'start':
      return { type: 'StartBot' };
    case 'stop':
      return { type: 'StopBot' };
    case 'kill':
      return { type: 'KillBot', reason: dialog.reason === '' ? 'kill switch in the terminal' : dialog.reason };
    case 'reset':
      return { type: 'ResetKill' };
    case 'resetWallet':
      return { type: 'ResetWallet', ...(dialog.market !== undefined && { market: dialog.market }) };
    case 'giveUp':
      return { type: 'StopTryingKill' };
    case 'flatten':
      return { type: 'Flatten', preview: false };
    case 'cancel':
      return { type: 'CancelOrder', order_id: dialog.order.id };
    case 'sell':
      return { type: 'ResolveStranded', exchange: dialog.exchange, asset: dialog.asset, action: 'sell' };
    case 'market':
      return { type: 'ChooseMarket', wanted: dialog.wanted };
    case 'mode':
      return { type: 'ChangeMode', mode: dialog.mode };
    case 'limit':
      return {
        type: 'SaveParameters',
        setting: 'risk',
        parameters: limitChange(dialog, known.limits).parameters ?? {},
        ...(known.limits.config?.version != null && { version: known.limits.config.version }),
      };
    case 'execute':
      return executionOf(dialog, known).command;
  }
}

/** The dialog itself answers `confirm` and `question`; a capital key opens it for `none` too. */
export const permissionOf = (dialog: ActionDialog, known: Known): Permission =>
  permitted(known.facts, commandOf(dialog, known));

/** Reason that forbids the command now, null: none. */
export function obstacleOf(dialog: ActionDialog, known: Known): string | null {
  if (dialog.kind === 'execute') return executionOf(dialog, known).obstacle;
  const { obstacle } = permissionOf(dialog, known);
  return obstacle === null ? missingOf(dialog, known) : english.code(obstacle);
}

/** Missing input of the dialog; null if it is complete. */
function missingOf(dialog: ActionDialog, known: Known): string | null {
  switch (dialog.kind) {
    case 'flatten':
      return flattenObstacle(known.flatten);
    case 'sell':
      return sellObstacle(
        known.residuals?.find((one) => one.exchange === dialog.exchange && one.asset === dialog.asset),
      );
    case 'limit':
      return limitChange(dialog, known.limits).obstacle;
    default:
      return null;
  }
}

function flattenObstacle({ phase, answer, problem }: FlattenState): string | null {
  if (problem !== null) return english.problem(problem);
  if (phase !== 'previewed') return 'asking what would be sold';
  return answer === null || answer.positions.length === 0 ? 'there is nothing to sell' : null;
}

function sellObstacle(residual: NonNullable<Known['residuals']>[number] | undefined): string | null {
  if (residual === undefined) return 'it is not there any more';
  return residual.way_out === null ? 'no trusted book takes it now' : null;
}
