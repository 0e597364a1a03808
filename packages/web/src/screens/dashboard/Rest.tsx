import { DrawdownPanel, EquityPanel, HeatmapPanel, PnlPanel } from './ChartPanels.tsx';
import { ScanPanel } from './ScanPanel.tsx';
import { StatPanels } from './StatPanels.tsx';
import { WalletPanel } from './WalletPanel.tsx';

/** The panels below the figures; their code loads while those are read. */
export function Rest() {
  return (
    <>
      <div className="grid grid-wide">
        <EquityPanel />
        <ScanPanel />
      </div>
      <div className="grid grid-2">
        <PnlPanel />
        <DrawdownPanel />
      </div>
      <div className="grid grid-wide">
        <HeatmapPanel />
        <WalletPanel />
      </div>
      <StatPanels />
    </>
  );
}
