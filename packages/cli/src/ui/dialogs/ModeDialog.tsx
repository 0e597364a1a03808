import type { TradingMode } from '@triquad/core/contract';
import { Box } from 'ink';
import { liveWord } from '../keys.ts';
import { Line, Say } from '../panes/Line.tsx';

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
      <Line width={width} />
      {lines.map((line) => (
        <Line key={line} width={width}>
          <Say>{`  ${line}`}</Say>
        </Line>
      ))}
      <Line width={width} />
      {mode === 'live' && !isRunning && (
        <Line width={width}>
          <Say as="live">{`  > ${typed.padEnd(liveWord.length, '_')} `}</Say>
        </Line>
      )}
    </Box>
  );
}
