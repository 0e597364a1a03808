import { Tag } from '@blueprintjs/core';
import { type ClientState, figureOf, rows as limits, none, selectStale } from '@triquad/core';
import type { Trade } from '@triquad/core/contract';
import { useClientState, useWatch } from '../../client-context.tsx';
import { Age } from '../../components/Age.tsx';
import { typeTone } from '../../components/cycle.ts';
import { Panel } from '../../components/Panel.tsx';
import { StatusMark } from '../../components/StatusMark.tsx';
import { usePanelState } from '../../components/use-panel-state.ts';
import { focusable } from '../../elements/focusable.ts';
import { SourceMark } from '../../elements/stated-source.tsx';
import { money } from '../../messages/format.ts';
import { tone } from '../../messages/numbers.ts';
import styles from './lists.module.css';
import { useMessages } from './use-messages.ts';

const selectExecutions = (state: ClientState) => state.executions.items;

/** The last ten, those under way included. */
export function RecentExecutions({ height }: { height: number }) {
  const { control } = useMessages();
  useWatch('executions', limits.tradingExecutions);
  const known = useClientState(selectExecutions);
  const items = known.slice(0, limits.tradingExecutions);
  const stale = useClientState(selectStale);
  const empty = items.length > 0 ? null : { text: control.noExecutions, hint: control.noExecutionsHint };
  const state = usePanelState('executions', items.length > 0, empty);
  return (
    <Panel title={control.executions} state={state} height={height} flush stale={stale}>
      <ul className={styles.list} style={{ height }} {...focusable} aria-label={control.executions}>
        {items.map((trade) => (
          <Item key={trade.execution_id ?? trade.id} trade={trade} />
        ))}
      </ul>
    </Panel>
  );
}

function Item({ trade }: { trade: Trade }) {
  const { header } = useMessages();
  const { opportunity_type, exchange, pairs, status, actual_profit, entry_time, mode } = trade;
  return (
    <li className={styles.item}>
      <div className="row">
        <span className={typeTone(opportunity_type)}>{opportunity_type || none}</span>
        <span>{exchange || none}</span>
        <SourceMark of={trade} />
        {mode === 'live' && <Tag intent="warning">{header.live}</Tag>}
        <strong className={`push ${tone(actual_profit)}`}>
          {money(figureOf(trade, actual_profit), { sign: true })}
        </strong>
      </div>
      <div className="path">{pairs.join(', ') || none}</div>
      <div className="row small">
        {status !== '' && <StatusMark status={status} />}
        <span className="muted push">{entry_time !== null && <Age moment={entry_time} />}</span>
      </div>
    </li>
  );
}
