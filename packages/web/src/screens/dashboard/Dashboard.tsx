import { Tag } from '@blueprintjs/core';
import { Dot, Stop } from '@blueprintjs/icons';
import { none, selectBotCondition } from '@triquad/core';
import { useClientState } from '../../client-context.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { ResourceAge } from '../../components/ResourceAge.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { DrawdownPanel, EquityPanel, HeatmapPanel, PnlPanel } from './ChartPanels.tsx';
import { MetricCards } from './MetricCards.tsx';
import { ScanPanel } from './ScanPanel.tsx';
import { StatPanels } from './StatPanels.tsx';
import { WalletPanel } from './WalletPanel.tsx';

/** Is it running and safe, what is it making, what needs me. */
export function Dashboard() {
  const { dashboard } = useMessages();
  return (
    <>
      <PageHead>
        <RunningTag />
        <span className="row push">
          <ResourceAge resource="summary" />
          <span className="muted small">{dashboard.window}</span>
        </span>
      </PageHead>
      <MetricCards />
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

function RunningTag() {
  const { dashboard } = useMessages();
  const condition = useClientState(selectBotCondition);
  if (condition === 'unknown') return <Tag minimal>{none}</Tag>;
  const running = condition === 'running';
  return (
    <Tag
      minimal
      intent={running ? 'success' : condition === 'stopped' ? 'none' : 'warning'}
      icon={running ? <Dot /> : <Stop />}
      role="status"
    >
      {running ? dashboard.running : dashboard.stopped}
    </Tag>
  );
}
