import type { TradingMode } from '@triquad/core/contract';
import { Box } from 'ink';
import { liveWord } from '../keys.ts';
import { Line } from '../panes/Line.tsx';

interface Props {
  readonly mode: TradingMode;
  readonly typed: string;
  readonly isRunning: boolean;
  readonly width: number;
}

export function ModeDialog({ mode, typed, isRunning, width }: Props) {
  const lines = isRunning
    ? ['Stop the bot first: the mode can be changed only while it is stopped.', 'Esc goes back.']
    : mode === 'live'
      ? [
          'Live Trading uses real funds: orders go to the exchanges and losses are real.',
          `Type ${liveWord} and press Enter; Esc goes back.`,
        ]
      : ['Paper Trading uses simulated funds.', 'Enter changes to paper; Esc goes back.'];
  return (
    <Box flexDirection="column">
      <Line width={width} spans={[]} />
      {lines.map((line) => (
        <Line key={line} width={width} spans={[{ text: `  ${line}` }]} />
      ))}
      <Line width={width} spans={[]} />
      {mode === 'live' && !isRunning && (
        <Line width={width} spans={[{ text: `  > ${typed.padEnd(liveWord.length, '_')} `, as: 'live' }]} />
      )}
    </Box>
  );
}
