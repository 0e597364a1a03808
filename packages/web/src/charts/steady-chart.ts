import type { ECharts } from 'echarts/core';
import ReactECharts from 'echarts-for-react/esm/core';

/**
 * A chart may leave the page in the moment between its first paint and what the library does with it next: that then reaches the instance
 * which is disposed of and takes nothing, instead of being looked for in an element that is gone.
 */
export class SteadyChart extends ReactECharts {
  #last: ECharts | undefined;

  override getEchartsInstance(): ECharts {
    // Null once it has left, whatever its type says.
    if (this.ele || this.#last === undefined) this.#last = super.getEchartsInstance() as ECharts;
    return this.#last;
  }
}
