import type { Host } from '../host.ts';
import { hasColour } from '../output.ts';
import { columnsOf } from '../text-width.ts';

/** Meaning of a colour. A sign or a word always repeats it. */
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
  | 'selected'
  | 'tri'
  | 'quad';

export interface Theme {
  /** The text in the colour of its meaning, where the terminal has colours. */
  paint(text: string, as: Meaning | undefined): string;
  /** The text in the characters that the terminal has. */
  spell(text: string): string;
}

// Codes of ECMA-48, 8.3.117.
const code = { bold: 1, dim: 2, inverse: 7, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 } as const;
type Format = keyof typeof code | 'orange';

const looks: Record<Meaning, readonly Format[]> = {
  good: ['green', 'bold'],
  fine: ['green'],
  bad: ['red', 'bold'],
  warn: ['yellow'],
  quiet: ['dim'],
  strong: ['bold'],
  paper: ['blue', 'inverse'],
  live: ['orange', 'bold', 'inverse'],
  border: ['orange', 'bold'],
  market: ['magenta'],
  selected: ['bold'],
  tri: ['cyan'],
  quad: ['magenta'],
};

// By colour depth in bits; with sixteen colours yellow is the nearest.
const orange = (depth: number): string => (depth >= 24 ? '38;2;255;149;0' : depth >= 8 ? '38;5;208' : '33');
const ending: Partial<Record<Format, number>> = { bold: 22, dim: 22, inverse: 27 };
const colourEnding = 39;

/** ASCII where the locale is not UTF-8 or the terminal is dumb, no colour where none is wanted. */
export function themeOf(stdout: Host['stdout'], env: Host['env']): Theme {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  const isUtf8 = /utf-?8/i.test(locale) && env.TERM !== 'dumb';
  return {
    paint: hasColour(stdout, env) ? painter(stdout.getColorDepth?.() ?? fewColours) : (text) => text,
    spell: isUtf8 ? (text) => text : spellAscii,
  };
}

const fewColours = 4;

function painter(depth: number): Theme['paint'] {
  const opening = (format: Format) => `\x1b[${format === 'orange' ? orange(depth) : code[format]}m`;
  const closing = (format: Format) => `\x1b[${ending[format] ?? colourEnding}m`;
  const around = new Map<Meaning | undefined, { begin: string; end: string }>(
    (Object.keys(looks) as Meaning[]).map((meaning) => [
      meaning,
      { begin: looks[meaning].map(opening).join(''), end: looks[meaning].toReversed().map(closing).join('') },
    ]),
  );
  return (text, as) => {
    const look = around.get(as);
    return look === undefined || text === '' ? text : look.begin + text + look.end;
  };
}

/** Each replacement has the width of its original, so that the layout stays. */
const inAscii: Readonly<Record<string, string>> = {
  ...of('─╌', '-.'),
  ...of('═│║┃', '=||!'),
  ...of('┌┐└┘├┤┬┴┼╔╗╚╝╠╣', '+++++++++++++++'),
  ...of('▌●○■✓✗', '>*oH+x'),
  ...of('…—–−·×→←', '~----x><'),
  ...of('▸▾▲▼↑↓◄', '>v^v^v<'),
  ...of('█▉▊▋▍▎▏░▒', '####   .%'),
  ...of('╎∙', ':.'),
  ...of('▁▂▃▄▅▆▇', '_.,-~=+'),
};

function of(glyphs: string, signs: string): Record<string, string> {
  return Object.fromEntries([...glyphs].map((glyph, at) => [glyph, signs[at] ?? '?']));
}

function spellAscii(text: string): string {
  return text.replace(/\P{ASCII}/gu, (character) => inAscii[character] ?? '?'.repeat(columnsOf(character)));
}
