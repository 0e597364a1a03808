import { amount, type ClientState, money, percent, selectBotStatus, selectCan, selectMode } from '@triquad/core';
import { Box } from 'ink';
import { Line } from '../panes/Line.tsx';
import type { ConfirmDialog as Dialog } from '../screen-state.ts';
import type { Meaning } from '../theme.ts';
import { Buttons } from './Buttons.tsx';

interface Question {
  readonly title: string;
  readonly lines: readonly string[];
  readonly confirm: string;
  readonly as?: Meaning;
}

/** What is asked before an action on the bot. */
export function questionOf(kind: Dialog['kind'], state: ClientState): Question {
  switch (kind) {
    case 'start':
      return start(state);
    case 'stop':
      return {
        title: 'Stop the bot?',
        lines: ['All pending orders will be cancelled.', 'Executions that run are finished or unwound first.'],
        confirm: 'Stop Bot',
      };
    case 'kill':
      return selectCan('bot.kill')(state) ? kill : stopInstead;
    case 'reset':
      return {
        title: 'The bot is halted. Lift the halt?',
        lines: ['The bot can then be started again; this does not start it.'],
        confirm: 'Lift the Halt',
      };
    case 'flatten':
      return flatten(state);
    case 'giveUp':
      return {
        title: 'Give up the kill?',
        lines: ['It was sent, and the bot has not confirmed it: it may still be trading.', 'It is not sent again.'],
        confirm: 'Give Up',
      };
  }
}

const kill: Question = {
  title: 'Kill switch',
  lines: ['Everything is cancelled, the bot stops, and it stays stopped', 'until the halt is lifted (U).'],
  confirm: 'Kill',
};
const stopInstead: Question = {
  title: 'Kill switch',
  lines: ['This bot has no kill switch of its own: it is stopped,', 'and its pending orders are cancelled.'],
  confirm: 'Stop Bot',
};

function start(state: ClientState): Question {
  const mode = selectMode(state);
  const status = selectBotStatus(state);
  const limits = `from ${percent(status?.min_profit_threshold)} profit on, ${money(status?.max_capital_per_route)} a route`;
  return {
    title: 'Start the bot?',
    lines: [
      mode === 'live' ? 'LIVE MONEY: it trades real funds by itself.' : 'It trades by itself.',
      `As it is configured: ${limits}.`,
    ],
    confirm: `Start Bot ${(mode ?? 'mode ?').toUpperCase()}`,
    as: mode ?? 'quiet',
  };
}

const mostPositions = 4;

function flatten(state: ClientState): Question {
  const positions = state.flatten.answer?.positions ?? [];
  const shown = positions.slice(0, mostPositions).map((one) => {
    const price = one.market === null ? 'no price' : `@ ${amount(one.expected_price)} ${one.market}`;
    return `${amount(one.amount)} ${one.asset} on ${one.exchange}  ${price}  loss ${money(one.expected_loss_usd)}`;
  });
  const rest = positions.length - shown.length;
  const loss = `Expected loss in all: ${money(state.flatten.answer?.expected_loss_usd)}.`;
  return {
    title: 'Sell every residual position?',
    lines: [...shown, ...(rest > 0 ? [`and ${rest} more`] : []), ...(positions.length > 0 ? [loss] : [])],
    confirm: `Sell all ${(selectMode(state) ?? 'mode ?').toUpperCase()}`,
    as: selectMode(state) ?? 'quiet',
  };
}

interface Props {
  readonly dialog: Dialog;
  readonly state: ClientState;
  readonly obstacle: string | null;
  readonly width: number;
}

export function ConfirmDialog({ dialog, state, obstacle, width }: Props) {
  const { lines, confirm, as = 'bad' } = questionOf(dialog.kind, state);
  return (
    <Box flexDirection="column">
      <Line width={width} spans={[]} />
      {lines.map((line) => (
        <Line key={line} width={width} spans={[{ text: `  ${line}` }]} />
      ))}
      <Line width={width} spans={[]} />
      <Buttons width={width} dialog={dialog} confirm={confirm} as={as} obstacle={obstacle} />
    </Box>
  );
}
