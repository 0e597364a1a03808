import { Box } from 'ink';
import { Line } from '../panes/Line.tsx';
import type { ModeDialog as Dialog } from '../screen-state.ts';
import { Buttons } from './Buttons.tsx';

interface Props {
  readonly dialog: Dialog;
  readonly obstacle: string | null;
  readonly width: number;
}

const texts = {
  live: {
    line: 'Live Trading uses real funds: orders go to the exchanges and losses are real.',
    confirm: 'Change to LIVE',
  },
  paper: { line: 'Paper Trading uses simulated funds.', confirm: 'Change to PAPER' },
} as const;

export function ModeDialog({ dialog, obstacle, width }: Props) {
  const { line, confirm } = texts[dialog.mode];
  return (
    <Box flexDirection="column">
      <Line width={width} spans={[]} />
      <Line width={width} spans={[{ text: `  ${line}` }]} />
      <Line width={width} spans={[]} />
      <Buttons width={width} dialog={dialog} confirm={confirm} as={dialog.mode} obstacle={obstacle} />
    </Box>
  );
}
