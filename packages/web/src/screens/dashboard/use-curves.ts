import type { PanelState } from '../../components/Panel.tsx';
import { usePanelState } from '../../components/use-panel-state.ts';
import { useMessages } from '../../messages/later.ts';
import type { WindowFigures } from './use-figures.ts';

type CurveName = 'equity' | 'drawdown' | 'heatmap';
type Empty = { readonly text: string; readonly hint?: string };
/** State of a panel that draws a part of the window; `empty` is its text without data. */
export const useCurveState = (name: CurveName, { curves, state }: WindowFigures, empty: Empty | null): PanelState => {
  const rows = curves[name === 'heatmap' ? 'pairs' : name];
  const ofSpecification = usePanelState(name, rows !== null, empty);
  if (!curves.ofWindow) return ofSpecification;
  if (state.kind !== 'ready') return state;
  return empty === null ? state : { kind: 'empty', ...empty };
};

/** Name of the period that the curves cover. */
export const useCurveSpan = ({ window, curves }: WindowFigures): string => {
  const { dashboard, windows } = useMessages();
  return window === null || !curves.ofWindow ? dashboard.window : windows.names[window.window];
};
