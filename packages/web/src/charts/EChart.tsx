import { BarChart, LineChart } from 'echarts/charts';
import {
  AriaComponent,
  DataZoomComponent,
  GridComponent,
  ToolboxComponent,
  TooltipComponent,
} from 'echarts/components';
import * as echarts from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import type { ChartOption } from './option.ts';
import { SteadyChart } from './steady-chart.ts';

echarts.use([
  AriaComponent,
  BarChart,
  CanvasRenderer,
  DataZoomComponent,
  GridComponent,
  LineChart,
  ToolboxComponent,
  TooltipComponent,
]);

export function EChart({ label, option, height }: { label: string; option: ChartOption; height: number }) {
  return (
    <div role="img" aria-label={label}>
      <SteadyChart echarts={echarts} option={option} style={{ height }} replaceMerge={replaced} />
    </div>
  );
}

// Replace these: merging would keep a removed `min` or `max` of an axis.
const replaced = ['series', 'xAxis', 'yAxis', 'dataZoom'];
