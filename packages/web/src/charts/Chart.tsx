import type { Provenance } from '@triquad/core/contract';
import { lazy, Suspense } from 'react';
import { Skeleton } from '../elements/Skeleton.tsx';
import { useMarketMark } from '../elements/shown-market.ts';
import { useTheme } from '../elements/theme.tsx';
import type { ChartOption } from './option.ts';
import { type ChartColours, chartColours } from './palette.ts';

type Props<Data> = {
  /** Accessible name of the chart: a sentence about its content. */
  label: string;
  data: Data;
  option: (data: Data, colours: ChartColours) => ChartOption;
  /** Pixels. */
  height: number;
  source: Provenance | null;
};

const EChart = lazy(() => import('./EChart.tsx').then((module) => ({ default: module.EChart })));

/** A chart: its series change with what is loaded. It is updated in place, and its code arrives with the first screen that has one. What comes from no exchange is marked so, in the picture that is saved too. */
export function Chart<Data>({ label, data, option, height, source }: Props<Data>) {
  const { theme } = useTheme();
  const mark = useMarketMark(source ?? undefined);
  return (
    <Suspense fallback={<Skeleton height={height} />}>
      <EChart label={label} option={option(data, chartColours(theme, mark))} height={height} />
    </Suspense>
  );
}
