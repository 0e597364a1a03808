import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from './harness/recorded-data.ts';

const web = join(repository, 'packages', 'web');
const blueprint = readFileSync(join(web, 'node_modules/@blueprintjs/core/lib/css/blueprint.css'), 'utf8');
const tokens = readFileSync(join(web, 'src/styles/tokens.css'), 'utf8');

type Colour = readonly [red: number, green: number, blue: number, alpha: number];
type Theme = ReadonlyMap<string, string>;

const declared = (css: string): Theme =>
  new Map([...css.matchAll(/(--[\w-]+):\s*([^;}]+)/g)].map(([, name = '', value = '']) => [name, value.trim()]));
const blockOf = (selector: string): string => {
  const from = tokens.indexOf(`${selector} {`);
  return tokens.slice(from, tokens.indexOf('\n}', from));
};
const palette = declared(blueprint);
const light: Theme = new Map([...palette, ...declared(blockOf(':root'))]);
const dark: Theme = new Map([...light, ...declared(blockOf(':root.bp6-dark'))]);

const colour = (theme: Theme, name: string): Colour => {
  const value = theme.get(name) ?? '';
  const other = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  if (other !== undefined) return colour(theme, other);
  const hex = /^#(..)(..)(..)$/.exec(value);
  if (hex !== null) {
    const [, red = '', green = '', blue = ''] = hex;
    return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16), 1];
  }
  const rgb = /^rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)$/.exec(value);
  if (rgb === null) throw new Error(`${name} is "${value}", not a colour`);
  return [Number(rgb[1]), Number(rgb[2]), Number(rgb[3]), Number(rgb[4]) / 100];
};
const over = ([r, g, b, alpha]: Colour, [red, green, blue]: Colour): Colour => [
  r * alpha + red * (1 - alpha),
  g * alpha + green * (1 - alpha),
  b * alpha + blue * (1 - alpha),
  1,
];
/** The filter `grayscale(1)`, by the weights of the Filter Effects specification. */
const grey = ([red, green, blue]: Colour): Colour => {
  const value = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return [value, value, value, 1];
};
const luminance = ([red, green, blue]: Colour): number => {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
/** Contrast ratio of WCAG 2.2, 1 to 21. */
const contrast = (text: Colour, ground: Colour): number => {
  const [lighter = 0, darker = 0] = [luminance(text), luminance(ground)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
};

const least = 4.5;
const texts = ['--text', '--muted', '--link', '--gain', '--loss', '--caution', '--tri', '--quad'];
const themes = [
  ['light', light],
  ['dark', dark],
] as const;

test.each(themes)('%s: figures that are not confirmed can be read, grey and hatched', (_, theme) => {
  const faint = ['--surface', '--page'].flatMap((ground) => {
    const plain = colour(theme, ground);
    const hatched = over(colour(theme, '--hatch-line'), plain);
    return texts.filter((name) =>
      [plain, hatched].some((behind) => contrast(grey(colour(theme, name)), grey(behind)) < least),
    );
  });
  expect(faint).toEqual([]);
});

test.each(themes)('%s: confirmed figures can be read on panels and on the page', (_, theme) => {
  const faint = ['--surface', '--page'].flatMap((ground) =>
    texts.filter((name) => contrast(colour(theme, name), colour(theme, ground)) < least),
  );
  expect(faint).toEqual([]);
});

test.each(themes)('%s: LIVE on orange and the alarm on red can be read', (_, theme) => {
  expect(contrast(colour(theme, '--on-live'), colour(theme, '--live'))).toBeGreaterThanOrEqual(least);
  expect(contrast(colour(theme, '--on-alarm'), colour(theme, '--alarm'))).toBeGreaterThanOrEqual(least);
});
