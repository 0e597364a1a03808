import { selectCan, selectLimits, selectStale } from '@triquad/core';
import { useClientState } from '../../client-context.tsx';
import { LimitTable } from '../../components/LimitTable.tsx';
import { Panel } from '../../components/Panel.tsx';
import { usePanelState } from '../../components/use-panel-state.ts';
import { useMessages } from './use-messages.ts';

const height = 380;
const selectHasRisk = selectCan('risk');

/** Every limit, fullest first. */
export function LimitsPanel() {
  const { positions: text } = useMessages();
  const hasRisk = useClientState(selectHasRisk);
  const limits = useClientState(selectLimits);
  const stale = useClientState(selectStale);
  const state = usePanelState('risk', limits.length > 0, null);
  return (
    <Panel
      title={text.limits}
      state={hasRisk ? state : { kind: 'empty', text: text.noLimits }}
      height={height}
      stale={stale}
      actions={<span className="muted small">{text.limitsHint}</span>}
    >
      <LimitTable />
    </Panel>
  );
}
