import type { Theme } from '../shell/theme.tsx';

const names = [
  'text',
  'muted',
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

/** The colours of the style sheet, for a canvas, which cannot read them. */
export type ChartColours = { readonly theme: Theme } & Readonly<Record<Name, string>>;

const read = (theme: Theme): ChartColours => {
  const style = getComputedStyle(document.documentElement);
  const colours = Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
  return { theme, ...colours } as ChartColours;
};
const known = new Map<Theme, ChartColours>();

export const chartColours = (theme: Theme): ChartColours => {
  const colours = known.get(theme) ?? read(theme);
  known.set(theme, colours);
  return colours;
};
