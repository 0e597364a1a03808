import { createContext, useContext } from 'react';
import type { Host } from '../host.ts';
import { hasColour } from '../output.ts';

/** What a colour says; it never says it alone, a sign or a word stands with it. */
export type Meaning =
  | 'good'
  | 'fine'
  | 'bad'
  | 'warn'
  | 'quiet'
  | 'strong'
  | 'paper'
  | 'live'
  | 'border'
  | 'market'
  | 'selected';

interface Look {
  color?: string;
  bold?: true;
  dimColor?: true;
  inverse?: true;
}

export interface Theme {
  readonly glyphs: Glyphs;
  look(meaning: Meaning | undefined): Look;
  /** The text in the characters that the terminal has. */
  spell(text: string): string;
  /** How a line that is too long ends: with an ellipsis, where the terminal has one. */
  readonly cut: 'truncate' | 'hard';
}

export interface Glyphs {
  readonly on: string;
  readonly off: string;
  readonly pointer: string;
  readonly arrow: string;
  readonly more: string;
  readonly none: string;
  readonly rule: string;
  readonly bar: string;
  readonly down: string;
  readonly up: string;
  readonly sparks: string;
}

const unicode: Glyphs = {
  on: '●',
  off: '○',
  pointer: '▸',
  arrow: '→',
  more: '…',
  none: '—',
  rule: '─',
  bar: '│',
  down: '┬',
  up: '┴',
  sparks: '▁▂▃▄▅▆▇█',
};

const ascii: Glyphs = {
  on: '*',
  off: 'o',
  pointer: '>',
  arrow: '>',
  more: '~',
  none: '-',
  rule: '-',
  bar: '|',
  down: '+',
  up: '+',
  sparks: '_.-:=+*#',
};

const looks: Record<Meaning, Look> = {
  good: { color: 'green', bold: true },
  fine: { color: 'green' },
  bad: { color: 'red', bold: true },
  warn: { color: 'yellow' },
  quiet: { dimColor: true },
  strong: { bold: true },
  paper: { color: 'blue', inverse: true },
  live: { color: '#ff9500', bold: true, inverse: true },
  border: { color: '#ff9500', bold: true },
  market: { color: 'magenta' },
  selected: { bold: true },
};

/** ASCII where the locale is not UTF-8 or the terminal is dumb, no colour where none is wanted. */
export function themeOf(stdout: Host['stdout'], env: Host['env']): Theme {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  const isUtf8 = /utf-?8/i.test(locale) && env.TERM !== 'dumb';
  const colour = hasColour(stdout, env);
  return {
    glyphs: isUtf8 ? unicode : ascii,
    look: (meaning) => (colour && meaning ? looks[meaning] : {}),
    spell: isUtf8 ? (text) => text : spellAscii,
    cut: isUtf8 ? 'truncate' : 'hard',
  };
}

const inAscii: Record<string, string> = { '—': '-', '→': '>', '…': '~', '●': '*' };

function spellAscii(text: string): string {
  return text.replace(/\P{ASCII}/gu, (character) => inAscii[character] ?? '?');
}

const ThemeContext = createContext<Theme>({ glyphs: ascii, look: () => ({}), spell: spellAscii, cut: 'hard' });

export const ThemeProvider = ThemeContext.Provider;

export function useTheme(): Theme {
  return useContext(ThemeContext);
}
