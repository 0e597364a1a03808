import { Button, HTMLSelect, InputGroup, NonIdealState, Switch } from '@blueprintjs/core';
import { Download, Pause, Play, Search, Trash } from '@blueprintjs/icons';
import { rows as limits, selectConnection } from '@triquad/core';
import type { LogEntry } from '@triquad/core/contract';
import { useState } from 'react';
import { useClient, useClientState, useWatch } from '../../client-context.tsx';
import { LiveTag } from '../../components/LiveTag.tsx';
import { logColumns } from '../../components/log-columns.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { Panel } from '../../components/Panel.tsx';
import { StatusTag } from '../../components/StatusTag.tsx';
import { usePanelState } from '../../components/use-panel-state.ts';
import { classes } from '../../elements/classes.ts';
import { download } from '../../elements/download.ts';
import { useQuery } from '../../elements/use-query.ts';
import { useMessages } from '../../messages/later.ts';
import { useLogEntries } from '../../messages/use-log-entries.ts';
import { DataTable } from '../../tables/DataTable.tsx';
import { filterLogs, logLevels, toText } from './entries.ts';
import styles from './logs.module.css';

const viewHeight = 600;
const keyOf = (entry: LogEntry) => entry.id;

/** The bot's log as it is written: searched, filtered, paused, saved. */
export function Logs() {
  const messages = useMessages();
  const { logs } = messages;
  useWatch('logs', limits.logsPage);
  const entries = useLogEntries();
  const { get, set, type, settle } = useQuery();
  const level = get('level').toUpperCase();
  const search = get('q');
  const shown = filterLogs(entries, level, search);
  const columns = logColumns(messages);
  const [follow, setFollow] = useState(true);
  const state = usePanelState('logs', entries.length > 0, entries.length > 0 ? null : { text: logs.empty });

  return (
    <>
      <PageHead>
        <Connection />
      </PageHead>
      <div className={styles.filters}>
        <InputGroup
          type="search"
          leftIcon={<Search />}
          aria-label={logs.search}
          placeholder={logs.searchPlaceholder}
          value={search}
          onValueChange={(q) => type({ q })}
          onBlur={settle}
          onKeyDown={(event) => event.key === 'Enter' && settle()}
        />
        <HTMLSelect
          aria-label={logs.level}
          value={level || 'ALL'}
          onChange={(event) => set({ level: event.currentTarget.value === 'ALL' ? '' : event.currentTarget.value })}
        >
          {logLevels.map((name) => (
            <option key={name} value={name}>
              {name === 'ALL' ? logs.all : name}
            </option>
          ))}
        </HTMLSelect>
        <Switch
          className={classes(styles.follow)}
          checked={follow}
          label={logs.autoScroll}
          onChange={(event) => setFollow(event.currentTarget.checked)}
        />
        <Actions shown={shown} />
      </div>
      <Panel
        title={logs.table}
        state={state}
        height={viewHeight}
        flush
        actions={<Totals total={entries.length} filtered={shown.length} />}
      >
        <DataTable
          label={logs.table}
          columns={columns}
          rows={shown}
          rowKey={keyOf}
          height={viewHeight}
          follow={follow}
          empty={<NonIdealState title={logs.emptyFiltered} />}
        />
      </Panel>
    </>
  );
}

function Connection() {
  const { logs } = useMessages();
  const state = useClientState(selectConnection);
  const connecting = state === 'connecting' || state === 'waiting';
  if (connecting) {
    return (
      <StatusTag minimal intent="warning">
        {logs.connecting}
      </StatusTag>
    );
  }
  return <LiveTag live={state === 'connected'} on={logs.connected} off={logs.disconnected} />;
}

function Actions({ shown }: { shown: readonly LogEntry[] }) {
  const { logs } = useMessages();
  const client = useClient();
  const paused = useClientState((state) => state.logs.paused);
  return (
    <div className="row push">
      <Button
        icon={paused ? <Play /> : <Pause />}
        text={paused ? logs.resume : logs.pause}
        onClick={() => client.send({ type: paused ? 'ResumeLogs' : 'PauseLogs' })}
      />
      <Button icon={<Trash />} text={logs.clear} onClick={() => client.send({ type: 'ClearLogs' })} />
      <Button
        icon={<Download />}
        text={logs.download}
        disabled={shown.length === 0}
        onClick={() =>
          download(`triquad-logs-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.txt`, toText(shown))
        }
      />
    </div>
  );
}

function Totals({ total, filtered }: { total: number; filtered: number }) {
  const { logs } = useMessages();
  const paused = useClientState((state) => state.logs.paused);
  const missed = useClientState((state) => state.logs.missed);
  return (
    <>
      <span className="small">{logs.total(total)}</span>
      <span className="small">{logs.filtered(filtered)}</span>
      <StatusTag minimal intent={paused ? 'warning' : 'success'}>
        {paused ? logs.paused : logs.live}
        {paused && missed > 0 ? ` · ${logs.missed(missed)}` : ''}
      </StatusTag>
    </>
  );
}
