import { Box } from 'ink';
import { clockTime } from '../clock-time.ts';
import { type LogRow, logWidths } from '../log-rows.ts';
import { type Meaning, useTheme } from '../theme.ts';
import { cell, Line } from './Line.tsx';

interface Props {
  /** Oldest first. */
  readonly rows: readonly LogRow[];
  /** Rows scrolled back from the newest. */
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
/** The end of the log, or the part `back` rows above it. */
export function LogPane({ rows, back, width, height, empty }: Props) {
  const end = Math.max(height, rows.length - back);
  const shown = rows.slice(Math.max(0, end - height), end);
  return (
    <Box flexDirection="column" height={height}>
      {shown.length === 0 && <Line width={width} spans={[{ text: `  ${empty}`, as: 'quiet' }]} />}
      {shown.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row of the pane is its place, whatever passes through it
        <Row key={at} row={row} width={width} />
      ))}
    </Box>
  );
}

function Row({ row: { entry, text, isFirst }, width }: { row: LogRow; width: number }) {
  const { glyphs } = useTheme();
  const level = levels[entry.level] ?? { name: entry.level, as: undefined };
  const time = isFirst ? `  ${clockTime(entry.timestamp)}` : '';
  const spans = [
    { text: time.padEnd(logWidths.time), as: 'quiet' as const },
    { text: cell(isFirst ? level.name : '', logWidths.level, glyphs.more), as: level.as },
    { text: `${cell(isFirst ? entry.source : '', logWidths.source - 1, glyphs.more)} `, as: 'quiet' as const },
    { text, as: level.as },
  ];
  return <Line width={width} spans={spans} />;
}
