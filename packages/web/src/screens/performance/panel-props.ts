import type { PanelState } from '../../components/Panel.tsx';

export type PanelProps = { state: PanelState; stale: boolean };
