import {
  amount,
  type ClientState,
  dollars,
  figureOf,
  money,
  percent,
  selectBotStatus,
  selectMode,
  selectRunning,
} from '@triquad/core';
import { walletResetText } from '../../wallet-reset-text.ts';
import { marketText } from '../markets.ts';
import type { ConfirmDialog } from '../screen-state.ts';
import type { Meaning } from '../theme.ts';

interface Question {
  readonly title: string;
  readonly lines: readonly string[];
  readonly confirm: string;
  readonly as?: Meaning;
}

/** Question before an action on the bot. */
export function questionOf(dialog: ConfirmDialog, state: ClientState): Question {
  switch (dialog.kind) {
    case 'start':
      return start(state);
    case 'stop':
      return {
        title: 'Stop the bot?',
        lines: ['All pending orders will be cancelled.', 'Executions that run are finished or unwound first.'],
        confirm: 'Stop Bot',
      };
    case 'reset':
      return {
        title: 'The bot is halted. Lift the halt?',
        lines: ['The bot can then be started again; this does not start it.'],
        confirm: 'Lift the Halt',
      };
    case 'flatten':
      return flatten(state);
    case 'cancel':
      return cancel(dialog);
    case 'sell':
      return sell(dialog, state);
    case 'market':
      return {
        title: 'What do you want to watch?',
        lines: [
          `The bot then watches ${marketText(dialog.wanted)}.`,
          'It is traded with paper money, out of a wallet of that market alone.',
          ...(selectRunning(state) === true ? ['The bot is running: it is stopped first.'] : []),
        ],
        confirm: 'Watch It',
        as: 'paper',
      };
    case 'resetWallet':
      return {
        title: `Reset the paper wallet${dialog.market === undefined ? '' : ` of ${dialog.market}`}?`,
        lines: [
          `It is worth ${money(figureOf(state.loaded.wallets, state.loaded.wallets?.total_usd))} now and gets its starting funds again.`,
          walletResetText.loses,
          walletResetText.keeps,
        ],
        confirm: 'Reset the Wallet',
        as: 'paper',
      };
    case 'giveUp':
      return {
        title: 'Give up the kill?',
        lines: ['It was sent, and the bot has not confirmed it: it may still be trading.', 'It is not sent again.'],
        confirm: 'Give Up',
      };
  }
}

function start(state: ClientState): Question {
  const mode = selectMode(state);
  const status = selectBotStatus(state);
  const limits = `from ${percent(status?.min_profit_threshold)} profit on, ${dollars(status?.max_capital_per_route)} a route`;
  return {
    title: 'Start the bot?',
    lines: [
      mode === 'live' ? 'LIVE MONEY: it trades real funds by itself.' : 'It trades by itself.',
      `As it is configured: ${limits}.`,
    ],
    confirm: `Start Bot ${modeName(state)}`,
    as: mode ?? 'quiet',
  };
}

const modeName = (state: ClientState): string => (selectMode(state) ?? 'mode ?').toUpperCase();

const mostPositions = 4;

function flatten(state: ClientState): Question {
  const positions = state.flatten.answer?.positions ?? [];
  const shown = positions.slice(0, mostPositions).map((one) => {
    const price = one.market === null ? 'no price' : `@ ${amount(one.expected_price)} ${one.market}`;
    return `${amount(one.amount)} ${one.asset} on ${one.exchange}  ${price}  loss ${money(figureOf(state.flatten.answer, one.expected_loss_usd))}`;
  });
  const rest = positions.length - shown.length;
  const loss = `Expected loss in all: ${money(figureOf(state.flatten.answer, state.flatten.answer?.expected_loss_usd))}.`;
  return {
    title: 'Sell every residual position?',
    lines: [...shown, ...(rest > 0 ? [`and ${rest} more`] : []), ...(positions.length > 0 ? [loss] : [])],
    confirm: `Sell all ${modeName(state)}`,
    as: selectMode(state) ?? 'quiet',
  };
}

function cancel({ order }: ConfirmDialog & { kind: 'cancel' }): Question {
  const { symbol, side, type, exchange, quantity, filled_quantity, execution_id } = order;
  return {
    title: 'Cancel this order?',
    lines: [
      `${side} ${amount(quantity)} ${symbol} ${type} on ${exchange}, ${amount(filled_quantity ?? 0)} filled so far.`,
      execution_id === null
        ? 'What is filled stays.'
        : 'It is a leg of an execution: what the legs before have bought may be left as a residual position.',
    ],
    confirm: 'Cancel Order',
  };
}

function sell({ exchange, asset }: ConfirmDialog & { kind: 'sell' }, state: ClientState): Question {
  const one = residual(state, exchange, asset);
  const way = one?.way_out ?? null;
  return {
    title: `Sell ${asset} on ${exchange}?`,
    lines:
      one === null
        ? ['It is not there any more.']
        : [
            `${amount(one.amount)} ${asset}, worth ${money(figureOf(state.loaded.risk, one.value_usd))}, is left of a failed execution.`,
            way === null
              ? 'No trusted book takes it now.'
              : `By ${way.path.join('→')}, first ${way.side} ${way.market} @ ${amount(way.expected_price)}, for a loss of ${money(figureOf(state.loaded.risk, way.expected_loss_usd))}.`,
          ],
    confirm: `Sell ${amount(one?.amount)} ${asset} ${modeName(state)}`,
    as: selectMode(state) ?? 'quiet',
  };
}

/** The residual position of an asset; null where there is none. */
const residual = (state: Pick<ClientState, 'loaded'>, exchange: string, asset: string) =>
  state.loaded.risk?.stranded.find((one) => one.exchange === exchange && one.asset === asset) ?? null;
