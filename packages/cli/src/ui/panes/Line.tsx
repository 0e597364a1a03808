import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { printable } from '../../output.ts';
import { type Meaning, useTheme } from '../theme.ts';

/** One row of the screen: what does not fit is cut off, what is missing is left blank. */
export function Line({ width, children }: { width: number; children?: ReactNode }) {
  const theme = useTheme();
  return (
    <Box width={width} height={1} overflow="hidden">
      <Text wrap={theme.cut}>{children ?? ' '}</Text>
    </Box>
  );
}

/** Text with a meaning; text of others is made printable. */
export function Say({ as, children }: { as?: Meaning | undefined; children: string }) {
  const theme = useTheme();
  return <Text {...theme.look(as)}>{theme.spell(printable(children))}</Text>;
}

/** `text` in exactly `width` columns. */
export function cell(text: string, width: number, more: string, align: 'left' | 'right' = 'left'): string {
  const clean = printable(text);
  const cut = clean.length > width ? `${clean.slice(0, Math.max(0, width - 1))}${more}` : clean;
  return align === 'right' ? cut.padStart(width) : cut.padEnd(width);
}
