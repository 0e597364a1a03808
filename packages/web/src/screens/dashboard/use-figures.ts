import type { ClientState } from '@triquad/core';
import type {
  DrawdownPoint,
  EquityPoint,
  Money,
  Pair,
  PerformanceMetrics,
  PerformanceSummary,
} from '@triquad/core/contract';
import { useClient, useClientState } from '../../client-context.tsx';
import type { PanelState } from '../../components/Panel.tsx';
import { usePanelState } from '../../components/use-panel-state.ts';
import { type ChosenWindow, useWindow } from '../../components/window/use-window.ts';
import { asked } from '../../components/window/windows.ts';
import { useMessages } from '../../messages/messages.tsx';
import { selectKnowsCurves, selectKnowsWindows } from './known-windows.ts';

const selectSummary = (state: ClientState) => state.loaded.summary;
const selectEquity = (state: ClientState) => state.loaded.equity;
const selectDrawdown = (state: ClientState) => state.loaded.drawdown;
const selectHeatmap = (state: ClientState) => state.loaded.heatmap;
const selectMoney = (state: ClientState) => state.loaded.money;
const selectPerformance = (state: ClientState) => state.performance;
/** Figures of all time, or of a window with its course and the one before. */
export type Figures = PerformanceSummary & Pick<Partial<PerformanceMetrics>, 'before' | 'series'>;

/** `window` is null for bots that speak only the spec: their figures cover the last 168 hours. */
export type WindowFigures = {
  readonly window: ChosenWindow | null;
  readonly figures: Figures | null;
  readonly state: PanelState;
  /** Parts of the change of equity in the window; null if the bot states none. */
  readonly money: Money | null;
  readonly curves: Curves;
};

/** Null while they load. `ofWindow`: they are of the window; else of the last 168 hours, which is all that the bot knows of them. */
export type Curves = {
  readonly ofWindow: boolean;
  readonly equity: readonly EquityPoint[] | null;
  readonly drawdown: readonly DrawdownPoint[] | null;
  readonly pairs: readonly Pair[] | null;
};

/** The figures of the window that the address names, as on Performance; `useAskedFigures` loads them. */
export const useFigures = (): WindowFigures => {
  const { texts } = useMessages();
  const client = useClient();
  const summary = useClientState(selectSummary);
  const knows = useClientState(selectKnowsWindows);
  const { shown, problem } = useClientState(selectPerformance);
  const window = useWindow();
  const fixed = {
    ofWindow: false,
    equity: useClientState(selectEquity),
    drawdown: useClientState(selectDrawdown),
    pairs: useClientState(selectHeatmap),
  };
  const draws = useClientState(selectKnowsCurves);
  const lately = useClientState(selectMoney);
  const { from, to } = asked(window.days);
  const ofSpecification = usePanelState('summary', summary !== null, null);
  if (!knows) return { window: null, figures: summary, state: ofSpecification, money: lately, curves: fixed };
  const own = shown !== null && isOf(shown.asked, from, to) ? shown.window : null;
  const ofWindow = { ...{ equity: null, drawdown: null, pairs: null }, ...own?.curves, ofWindow: true };
  const parts = { window, money: own?.money ?? null, curves: draws ? ofWindow : fixed };
  if (summary === null) return { ...parts, figures: null, state: ofSpecification };
  const figures = own?.summary ?? null;
  const retry = () => client.send({ type: 'Refresh', resource: 'summary' });
  const failed = problem === null ? null : texts.problem(problem);
  const unloaded: PanelState = failed === null ? { kind: 'loading' } : { kind: 'failed', detail: failed, retry };
  return { ...parts, figures, state: figures === null ? unloaded : { kind: 'ready' } };
};

type Asked = NonNullable<ClientState['performance']['shown']>['asked'];
/** True if the answer covers all exchanges, under the prices at the window's end. */
const isOf = ({ window, exchange, market, parts }: Asked, from: string, to: string): boolean =>
  window.from === from && window.to === to && exchange === null && market === null && parts === 'overview';
