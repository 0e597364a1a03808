import { EquityPanel, PnlPanel } from './ChartPanels.tsx';
import { DecisionsPanel } from './DecisionsPanel.tsx';
import { HeatPanel } from './HeatPanel.tsx';
import { MetricCards } from './MetricCards.tsx';
import { ScanPanel } from './ScanPanel.tsx';
import { StatPanels } from './StatPanels.tsx';
import { useFigures } from './use-figures.ts';
import { WalletPanel } from './WalletPanel.tsx';

export { WindowChoice } from './WindowChoice.tsx';

/** The key figures and the panels below. Their code loads after the first part is painted. */
export function Rest() {
  const shown = useFigures();
  return (
    <>
      <MetricCards {...shown} />
      <div className="grid grid-wide">
        <EquityPanel {...shown} />
        <PnlPanel {...shown} />
      </div>
      <div className="grid grid-narrow">
        <ScanPanel />
        <DecisionsPanel />
      </div>
      <div className="grid grid-2">
        <HeatPanel {...shown} />
        <WalletPanel />
      </div>
      <StatPanels {...shown} />
    </>
  );
}
