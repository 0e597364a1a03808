import type { LogEntry } from '@triquad/core/contract';
import { Box } from 'ink';
import { clockTime } from '../clock-time.ts';
import { type Meaning, useTheme } from '../theme.ts';
import { cell, Line } from './Line.tsx';

interface Props {
  /** Oldest first. */
  readonly entries: readonly LogEntry[];
  readonly back: number;
  readonly width: number;
  readonly height: number;
  readonly empty: string;
}

const levels: Record<string, { name: string; as: Meaning | undefined }> = {
  DEBUG: { name: 'DEBUG', as: 'quiet' },
  INFO: { name: 'INFO', as: undefined },
  WARNING: { name: 'WARN', as: 'warn' },
  ERROR: { name: 'ERROR', as: 'bad' },
};
const widths = { time: 11, level: 6, source: 11 };

/** The end of the log, or the part `back` lines above it. */
export function LogPane({ entries, back, width, height, empty }: Props) {
  const end = Math.max(height, entries.length - back);
  const shown = entries.slice(Math.max(0, end - height), end);
  return (
    <Box flexDirection="column" height={height}>
      {shown.length === 0 && <Line width={width} spans={[{ text: `  ${empty}`, as: 'quiet' }]} />}
      {shown.map((entry, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row of the pane is its place, whatever passes through it
        <Entry key={row} entry={entry} width={width} />
      ))}
    </Box>
  );
}

function Entry({ entry, width }: { entry: LogEntry; width: number }) {
  const { glyphs } = useTheme();
  const level = levels[entry.level] ?? { name: entry.level, as: undefined };
  const spans = [
    { text: `  ${clockTime(entry.timestamp)}`.padEnd(widths.time), as: 'quiet' as const },
    { text: cell(level.name, widths.level, glyphs.more), as: level.as },
    { text: `${cell(entry.source, widths.source - 1, glyphs.more)} `, as: 'quiet' as const },
    { text: entry.message, as: level.as },
  ];
  return <Line width={width} spans={spans} />;
}
