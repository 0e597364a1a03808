import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { ChartOption } from './charts.ts';
import { Html, html } from './html.ts';

use([BarChart, LineChart, GridComponent, SVGRenderer]);

/** Pixels. `wide` is for desks and paper, `narrow` for telephones, where the text of the wide one would be too small, and for half a page. */
const widths = { wide: 1_080, narrow: 440 } as const;
const height = 240;

/**
 * What the renderer adds for a page that runs: style sheets, style attributes, classes, data of elements, and clips, which are named by an
 * address. The policy of the report refuses styles, so fonts come from its own style sheet. No text can look like one of these, as the
 * renderer escapes quotes and brackets.
 */
const additions =
  /<(style|defs) >.*?<\/\1>|\s(?:style|class|clip-path|ecmeta_\w+|pointer-events|xmlns(?::xlink)?)="[^"]*"/gs;

/** A picture of the chart for each width; `label` says in a sentence what it shows. Colours may be variables of the style sheet. */
export function drawn(label: string, option: ChartOption, sizes: readonly (keyof typeof widths)[]): Html {
  const pictures = sizes.map((size) => {
    const chart = init(null, null, { renderer: 'svg', ssr: true, width: widths[size], height });
    chart.setOption(option);
    const svg = chart.renderToSVGString({ useViewBox: true }).replace(additions, '');
    chart.dispose();
    return new Html(
      svg.replace(
        '<svg',
        () => html`<svg class="${sizes.length > 1 ? size : 'only'}" role="img" aria-label="${label}"`.text,
      ),
    );
  });
  return html`${pictures}`;
}
