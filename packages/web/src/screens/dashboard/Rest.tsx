import { DrawdownPanel, EquityPanel, PnlPanel } from './ChartPanels.tsx';
import { DecisionsPanel } from './DecisionsPanel.tsx';
import { HeatPanel } from './HeatPanel.tsx';
import { ScanPanel } from './ScanPanel.tsx';
import { StatPanels } from './StatPanels.tsx';
import { WalletPanel } from './WalletPanel.tsx';

/** The panels below the figures; their code loads while those are read. */
export function Rest() {
  return (
    <>
      <div className="grid grid-wide">
        <EquityPanel />
        <PnlPanel />
      </div>
      <div className="grid grid-narrow">
        <ScanPanel />
        <DecisionsPanel />
      </div>
      <div className="grid grid-2">
        <HeatPanel />
        <WalletPanel />
      </div>
      <DrawdownPanel />
      <StatPanels />
    </>
  );
}
