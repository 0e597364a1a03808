import type { LogEntry } from '@triquad/core/contract';
import { Box } from 'ink';
import { clockTime } from '../clock-time.ts';
import { type Meaning, useTheme } from '../theme.ts';
import { cell, Line, Say } from './Line.tsx';

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
const lead = widths.time + widths.level + widths.source;

/** The end of the log, or a part `back` lines before it. */
export function LogPane({ entries, back, width, height, empty }: Props) {
  const end = Math.max(height, entries.length - back);
  const shown = entries.slice(Math.max(0, end - height), end);
  return (
    <Box flexDirection="column" width={width} height={height} overflow="hidden">
      {shown.length === 0 && (
        <Line width={width}>
          <Say as="quiet">{`  ${empty}`}</Say>
        </Line>
      )}
      {shown.map((entry) => (
        <Entry key={entry.id} entry={entry} width={width} />
      ))}
    </Box>
  );
}

function Entry({ entry, width }: { entry: LogEntry; width: number }) {
  const { glyphs } = useTheme();
  const level = levels[entry.level] ?? { name: entry.level, as: undefined };
  return (
    <Line width={width}>
      <Say as="quiet">{`  ${clockTime(entry.timestamp)}`.padEnd(widths.time)}</Say>
      <Say as={level.as}>{cell(level.name, widths.level, glyphs.more)}</Say>
      <Say as="quiet">{cell(entry.source, widths.source, glyphs.more)}</Say>
      <Say as={level.as}>{cell(entry.message, width - lead, glyphs.more)}</Say>
    </Line>
  );
}
