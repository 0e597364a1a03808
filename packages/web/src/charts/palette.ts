import type { Theme } from '../elements/theme.tsx';

const names = [
  'text',
  'muted',
  'caution',
  'line',
  'line-soft',
  'surface',
  'chart-line',
  'chart-area',
  'chart-loss',
  'chart-gain',
  'chart-muted',
  'heat-gain',
  'heat-loss',
] as const;
type Name = (typeof names)[number];

/** Background of a chart: the colour of its panel, or a tile of that colour with a mark on it. */
type Ground = string | { image: HTMLCanvasElement; repeat: 'repeat' };

/** The colours of the style sheet, for a canvas, which cannot read them. */
export type ChartColours = { readonly theme: Theme; readonly ground: Ground } & Readonly<Record<Name, string>>;

const read = (theme: Theme, mark: string | null): ChartColours => {
  const style = getComputedStyle(document.documentElement);
  const entries = names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()] as const);
  const colours = Object.fromEntries(entries) as Record<Name, string>;
  return { theme, ...colours, ground: mark === null ? colours.surface : marked(mark, colours) };
};

/** Pixels of a tile. */
const tile = { width: 300, height: 130, slope: -0.26 };

const marked = (mark: string, { surface, muted }: Record<Name, string>): Ground => {
  const image = document.createElement('canvas');
  image.width = tile.width;
  image.height = tile.height;
  const pen = image.getContext('2d');
  if (pen === null) return surface;
  pen.fillStyle = surface;
  pen.fillRect(0, 0, tile.width, tile.height);
  pen.translate(tile.width / 2, tile.height / 2);
  pen.rotate(tile.slope);
  pen.globalAlpha = 0.13;
  pen.fillStyle = muted;
  pen.font = '700 30px sans-serif';
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText([...mark].join('\u2009'), 0, 0);
  return { image, repeat: 'repeat' };
};

const known = new Map<string, ChartColours>();

/** `mark`: the word that the chart bears; null where its figures come from an exchange. */
export const chartColours = (theme: Theme, mark: string | null = null): ChartColours => {
  const key = `${theme} ${mark}`;
  const colours = known.get(key) ?? read(theme, mark);
  known.set(key, colours);
  return colours;
};
