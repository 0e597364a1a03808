import type { PanelState } from '../../components/Panel.tsx';

/** What the panels of the screen share. */
export type PanelProps = { state: PanelState; stale: boolean };
