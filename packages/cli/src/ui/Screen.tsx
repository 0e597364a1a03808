import { Box, Text } from 'ink';
import { memo } from 'react';
import { type Screen as Shown, screenLines } from './screen-lines.ts';
import type { Theme } from './theme.ts';

/** Paints the lines of the screen. One node holds a line, because layout and paint cost by the node. */
export function Screen({ theme, ...shown }: Shown & { theme: Theme }) {
  const { columns, rows } = shown.size;
  return (
    <Box flexDirection="column" width={columns} height={rows}>
      {screenLines(shown).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place on the screen
        <Row key={at} text={line.map(({ text, as }) => theme.paint(theme.spell(text), as)).join('')} />
      ))}
    </Box>
  );
}

const Row = memo(({ text }: { text: string }) => <Text wrap="truncate">{text}</Text>);
