import { Tag } from '@blueprintjs/core';
import { rows as limits } from '@triquad/core';
import type { LogEntry } from '@triquad/core/contract';
import { useClientState, useWatch } from '../../client-context.tsx';
import { logColumns } from '../../components/log-columns.tsx';
import { Panel } from '../../components/Panel.tsx';
import { useLogEntries } from '../../messages/use-log-entries.ts';
import { DataTable } from '../../tables/DataTable.tsx';
import { useMessages } from './use-messages.ts';

const height = 252;
const keyOf = (entry: LogEntry) => entry.id;

/** The end of the log as it is written. */
export function LiveLogs() {
  const messages = useMessages();
  const { control, logs } = messages;
  useWatch('logs', limits.tradingLogs);
  const entries = useLogEntries();
  const paused = useClientState((state) => state.logs.paused);
  const shown = entries.slice(-limits.tradingLogs);
  return (
    <Panel
      title={control.logs}
      state={shown.length > 0 ? { kind: 'ready' } : { kind: 'empty', text: logs.empty }}
      height={height}
      flush
      actions={
        paused && (
          <Tag minimal intent="warning">
            {control.logsPaused}
          </Tag>
        )
      }
    >
      <DataTable
        label={control.logs}
        columns={logColumns(messages)}
        rows={shown}
        rowKey={keyOf}
        height={height}
        follow
      />
    </Panel>
  );
}
