import { Box } from 'ink';
import { Line } from '../panes/Line.tsx';
import type { Button } from '../screen-state.ts';
import { Buttons } from './Buttons.tsx';

interface Props {
  readonly kind: 'stop' | 'stop-only' | 'kill' | 'reset';
  readonly button: Button;
  readonly width: number;
}

export const questions = {
  stop: {
    title: 'Stop the bot?',
    lines: ['All pending orders will be cancelled.', 'Executions that run are finished or unwound first.'],
    confirm: 'Stop Bot',
  },
  kill: {
    title: 'Kill switch',
    lines: [
      'Everything is cancelled, the bot stops, and it stays stopped',
      'until the halt is lifted (s, once it is halted).',
    ],
    confirm: 'Kill',
  },
  'stop-only': {
    title: 'Kill switch',
    lines: ['This bot has no kill switch of its own: it is stopped,', 'and its pending orders are cancelled.'],
    confirm: 'Stop Bot',
  },
  reset: {
    title: 'The bot is halted. Lift the halt?',
    lines: ['The bot can then be started again; this does not start it.'],
    confirm: 'Lift the Halt',
  },
} as const;

export function ConfirmDialog({ kind, button, width }: Props) {
  const { lines, confirm } = questions[kind];
  return (
    <Box flexDirection="column">
      <Line width={width} spans={[]} />
      {lines.map((line) => (
        <Line key={line} width={width} spans={[{ text: `  ${line}` }]} />
      ))}
      <Line width={width} spans={[]} />
      <Buttons width={width} button={button} confirm={confirm} as="bad" />
    </Box>
  );
}
