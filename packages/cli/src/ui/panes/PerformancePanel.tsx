import type { EquityPoint, ScanRecord } from '@triquad/core/contract';
import { Box } from 'ink';
import { sparkline } from '../sparkline.ts';
import { useTheme } from '../theme.ts';
import { cell, Line, type Span } from './Line.tsx';
import { type Results, resultFigures, scanned } from './performance-figures.ts';

interface Props {
  readonly results: Results;
  readonly equity: readonly EquityPoint[];
  readonly scan: ScanRecord | null;
  readonly isLive: boolean;
  readonly width: number;
  readonly height: number;
}

const nameWidth = 10;
const profitWidth = 11;

/** What it earns, and below, where there is room, what it scans and why it does not trade. */
export function PerformancePanel({ results, equity, scan, isLive, width, height }: Props) {
  const { glyphs } = useTheme();
  const figures = [...resultFigures(results), ...(scan ? scanned(scan) : [])];
  const trend = equity.flatMap((point) => point.equity ?? []);
  const bars = sparkline(trend, Math.max(0, width - 2 - nameWidth - profitWidth), glyphs.sparks);
  return (
    <Box flexDirection="column" width={width} height={height}>
      {Array.from({ length: height }, (_, row) => {
        const { name, text, as } = figures[row] ?? { name: '', text: '', as: undefined };
        const spans: Span[] = [
          { text: `${glyphs.bar} ${cell(name, nameWidth, '')}`, as: 'quiet' },
          { text: row === 0 ? text.padEnd(profitWidth) + bars : text, as: isLive ? as : 'quiet' },
        ];
        // biome-ignore lint/suspicious/noArrayIndexKey: a row of the panel is its place
        return <Line key={row} width={width} spans={spans} />;
      })}
    </Box>
  );
}
