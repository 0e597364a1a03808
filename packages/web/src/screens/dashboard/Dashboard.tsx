import { Tag } from '@blueprintjs/core';
import { Dot, Stop, Time } from '@blueprintjs/icons';
import { none, selectBotCondition, selectStaleSince } from '@triquad/core';
import { useClientState } from '../../client-context.tsx';
import { timeOfDay } from '../../components/moments.ts';
import { PageHead } from '../../components/PageHead.tsx';
import { ResourceAge } from '../../components/ResourceAge.tsx';
import { StatusTag } from '../../components/StatusTag.tsx';
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
  const { dashboard, band } = useMessages();
  const condition = useClientState(selectBotCondition);
  const since = useClientState(selectStaleSince);
  if (condition === 'unknown') return <Tag minimal>{none}</Tag>;
  const running = condition === 'running';
  const text = running ? dashboard.running : dashboard.stopped;
  if (since !== null) {
    return (
      <StatusTag minimal icon={<Time />}>
        {band.unconfirmed(text, timeOfDay(since))}
      </StatusTag>
    );
  }
  return (
    <StatusTag
      minimal
      intent={running ? 'success' : condition === 'stopped' ? 'none' : 'warning'}
      icon={running ? <Dot /> : <Stop />}
    >
      {text}
    </StatusTag>
  );
}
