import { type Html, html } from './html.ts';
import { decimalsOf, type Point, thinned, ticksOf } from './scale.ts';

const WIDTH = 1_000;
const HEIGHT = 260;
const MOST_STRETCHES = 400;
/** The share of its time that a bar fills, and how wide it is at most. */
const BAR = 0.7;
const WIDEST_BAR = 120;

export interface ChartOptions {
  readonly title: string;
  /** What it comes to, in a sentence. */
  readonly summary: string;
  readonly points: readonly Point[];
  /** How a figure of the axis is written, with so many decimals. */
  readonly label: (value: number, digits: number) => string;
  /** How a moment of the axis is written; by default to the minute. */
  readonly when?: (at: number) => string;
}

interface Axes {
  readonly ticks: readonly number[];
  readonly x: (at: number) => string;
  readonly y: (value: number) => string;
}

/** A line over time; `from` is where its area begins, null for the lowest tick. */
export function lineChart(options: ChartOptions & { readonly from: number | null; readonly tone: string }): Html {
  const { points, from, tone } = options;
  const shown = thinned(points, MOST_STRETCHES);
  const { ticks, x, y } = axesOf(shown, from === null ? [] : [from]);
  const line = shown.map(({ at, value }) => `${x(at)},${y(value)}`);
  const [first, last] = [shown[0], shown.at(-1)];
  const floor = y(from ?? ticks[0] ?? 0);
  const area = first && last ? [`${x(first.at)},${floor}`, ...line, `${x(last.at)},${floor}`] : [];
  const drawn = html`<polygon class="area ${tone}" points="${area.join(' ')}"/><polyline class="line ${tone}" points="${line.join(' ')}"/>`;
  return figure(options, ticks, drawn);
}

/** A bar for each point, up from zero or down; `width` is how long a point lasts, in ms. */
export function barChart(
  options: ChartOptions & { readonly width: number; readonly tell: (point: Point) => string },
): Html {
  const { points, width, tell } = options;
  const ends = points.flatMap(({ at }) => [at, at + width]);
  const { ticks, x, y } = axesOf(points, [0], ends);
  const bars = points.map((point) => {
    const [top, bottom] = [Math.max(0, point.value), Math.min(0, point.value)];
    const across = Math.min(WIDEST_BAR, BAR * (Number(x(point.at + width)) - Number(x(point.at))));
    const left = (Number(x(point.at + width / 2)) - across / 2).toFixed(2);
    const high = (Number(y(bottom)) - Number(y(top))).toFixed(2);
    const tone = point.value < 0 ? 'loss' : 'gain';
    return html`<rect class="${tone}" x="${left}" y="${y(top)}" width="${across.toFixed(2)}" height="${high}"><title>${tell(point)}</title></rect>`;
  });
  return figure(options, ticks, html`${bars}`);
}

/** From the first moment to the last, and from the lowest tick to the highest, `with` these values among them. */
function axesOf(points: readonly Point[], values: readonly number[], moments = points.map(({ at }) => at)): Axes {
  const ticks = ticksOf([...points.map(({ value }) => value), ...values]);
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const [begin, end] = [Math.min(...moments), Math.max(...moments)];
  return {
    ticks,
    x: (at) => ((WIDTH * (at - begin)) / (end - begin || 1)).toFixed(2),
    y: (value) => (HEIGHT * (1 - (value - low) / (high - low))).toFixed(2),
  };
}

function figure(
  { title, summary, points, label, when = moment }: ChartOptions,
  ticks: readonly number[],
  drawn: Html,
): Html {
  const caption = html`<figcaption><h2>${title}</h2><p>${summary}</p></figcaption>`;
  if (points.length === 0) return html`<figure>${caption}<p class="nothing">Nothing to draw.</p></figure>`;
  const lines = ticks.map((value, index) => {
    const y = (HEIGHT * (1 - index / (ticks.length - 1))).toFixed(2);
    return html`<line class="${value === 0 ? 'zero' : 'grid'}" x1="0" x2="${WIDTH}" y1="${y}" y2="${y}"/>`;
  });
  const [first, last] = [points[0], points.at(-1)];
  const digits = decimalsOf((ticks[1] ?? 1) - (ticks[0] ?? 0));
  const moments = [first?.at ?? 0, ((first?.at ?? 0) + (last?.at ?? 0)) / 2, last?.at ?? 0];
  return html`<figure>${caption}<div class="plot">
<ol class="y" aria-hidden="true">${ticks.toReversed().map((value) => html`<li>${label(value, digits)}</li>`)}</ol>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${title}: ${summary}">${lines}${drawn}</svg>
<ol class="x" aria-hidden="true">${[...new Set(moments.map(when))].map((label) => html`<li>${label}</li>`)}</ol>
</div></figure>`;
}

/** `2026-01-31 12:00`, in UTC. */
export function moment(at: number | string): string {
  const iso = new Date(at).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;
}
