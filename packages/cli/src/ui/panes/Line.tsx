import { Text } from 'ink';
import { memo } from 'react';
import { printable } from '../../output.ts';
import { columnsOf, cutOff, fitted } from '../../text-width.ts';
import { type Meaning, type Theme, useTheme } from '../theme.ts';

/** A piece of a line with its meaning. Text of others is made printable. */
export interface Span {
  readonly text: string;
  readonly as?: Meaning | undefined;
}

/** One row of the screen: what does not fit is cut off. One node holds all spans, because layout and paint cost by the node. */
export function Line({ width, spans }: { width: number; spans: readonly Span[] }) {
  return <Row text={painted(useTheme(), width, spans)} />;
}

const Row = memo(({ text }: { text: string }) => <Text wrap="truncate">{text}</Text>);

function painted(theme: Theme, width: number, spans: readonly Span[]): string {
  let room = width;
  let line = '';
  for (const { text, as } of spans) {
    if (room <= 0) break;
    const shown = cutOff(theme.spell(printable(text)), room, theme.glyphs.more);
    room -= columnsOf(shown);
    line += theme.paint(shown, as);
  }
  return line === '' ? ' ' : line;
}

/** `text` in exactly `width` columns. */
export function cell(text: string, width: number, more: string, align?: 'left' | 'right'): string {
  return fitted(printable(text), width, more, align);
}
