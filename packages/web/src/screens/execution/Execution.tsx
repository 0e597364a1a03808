import { selectAvgExecutionMs, selectAvgSlippage, selectFillRate, selectStale } from '@triquad/core';
import { useClientState } from '../../client-context.tsx';
import { Metric } from '../../components/Metric.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { percent } from '../../messages/format.ts';
import { useMessages } from '../../messages/later.ts';
import { milliseconds } from '../../messages/numbers.ts';
import { BotControl } from './BotControl.tsx';
import { DifferencesPanel } from './DifferencesPanel.tsx';
import styles from './execution.module.css';
import { OrdersPanel } from './OrdersPanel.tsx';
import { RiskPanel } from './RiskPanel.tsx';
import { TradesPanel } from './TradesPanel.tsx';

/** Starts and stops the bot; what it does now beside its limits, its trades below. */
export function Execution() {
  return (
    <>
      <PageHead isMoney />
      <div className={styles.areas}>
        <div className={styles.now}>
          <BotControl />
          <Figures />
          <OrdersPanel />
          <DifferencesPanel />
        </div>
        <div className={styles.trades}>
          <TradesPanel />
        </div>
        <div className={styles.limits}>
          <RiskPanel />
        </div>
      </div>
    </>
  );
}

function Figures() {
  const { execution } = useMessages();
  const stale = useClientState(selectStale);
  const fillRate = useClientState(selectFillRate);
  const slippage = useClientState(selectAvgSlippage);
  const executionMs = useClientState(selectAvgExecutionMs);
  return (
    <div className="grid grid-3">
      <Metric
        name={execution.fillRate}
        term="fillRate"
        value={percent(fillRate, { digits: 1 })}
        note={execution.fillRateNote}
        stale={stale}
      />
      <Metric
        name={execution.avgSlippage}
        term="slippage"
        value={percent(slippage, { digits: 3 })}
        note={execution.slippageNote}
        stale={stale}
      />
      <Metric
        name={execution.avgExecTime}
        value={milliseconds(executionMs)}
        note={execution.execTimeNote}
        stale={stale}
      />
    </div>
  );
}
