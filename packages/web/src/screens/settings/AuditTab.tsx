import { Button } from '@blueprintjs/core';
import { Refresh } from '@blueprintjs/icons';
import { type ClientState, none } from '@triquad/core';
import type { Audit } from '@triquad/core/contract';
import { useEffect } from 'react';
import { useClient, useClientState } from '../../client-context.tsx';
import { Panel, type PanelState } from '../../components/Panel.tsx';
import { shortMoment } from '../../messages/moments.ts';
import type { DataColumn } from '../../tables/column.ts';
import { DataTable } from '../../tables/DataTable.tsx';
import { AdminOnly } from './AdminOnly.tsx';
import { useMessages } from './use-messages.ts';

const height = 560;
/** The outcome of a call that was done; any other is the code of its refusal. */
const done = 'ok';
const keyOf = ({ seq }: Audit) => String(seq);
const selectAudit = (state: ClientState) => state.audit;

/** Audit log: actor, action, origin and changes; loaded while it is shown. */
export function AuditTab() {
  return (
    <AdminOnly>
      <AuditLog />
    </AdminOnly>
  );
}

function AuditLog() {
  const { audit: text } = useMessages();
  const client = useClient();
  const { phase, entries, more } = useClientState(selectAudit);
  const minute = useClientState((state) => Math.floor(state.now / 60_000) * 60_000);
  const state = useAuditState();
  const oldest = entries.at(-1);
  useEffect(() => client.send({ type: 'LoadAudit' }), [client]);
  return (
    <Panel
      title={text.title}
      state={state}
      height={height}
      flush
      actions={
        <Button
          size="small"
          variant="minimal"
          icon={<Refresh />}
          aria-label={text.refresh}
          title={text.refresh}
          loading={phase === 'loading'}
          onClick={() => client.send({ type: 'LoadAudit' })}
        />
      }
    >
      <DataTable
        label={text.title}
        columns={columnsOf(text, minute)}
        rows={entries}
        rowKey={keyOf}
        height={height - 40}
      />
      {more && oldest !== undefined && (
        <Button
          fill
          variant="minimal"
          text={text.older}
          loading={phase === 'loading'}
          onClick={() => client.send({ type: 'LoadAudit', before: oldest.seq })}
        />
      )}
    </Panel>
  );
}

/** Loaded entries stay when a later load fails; the button of older entries retries. */
const useAuditState = (): PanelState => {
  const { audit: text, texts } = useMessages();
  const client = useClient();
  const { phase, entries, problem } = useClientState(selectAudit);
  if (entries.length > 0) return { kind: 'ready' };
  if (phase === 'failed') {
    const detail = problem === null ? '' : texts.problem(problem);
    return { kind: 'failed', detail, retry: () => client.send({ type: 'LoadAudit' }) };
  }
  return phase === 'loaded' ? { kind: 'empty', text: text.empty } : { kind: 'loading' };
};

type Texts = ReturnType<typeof useMessages>['audit'];
const columnsOf = (text: Texts, now: number): readonly DataColumn<Audit>[] => [
  {
    id: 'at',
    name: text.columns.at,
    width: 128,
    card: 'head',
    text: ({ at }) => at,
    cell: ({ at }) => shortMoment(at, now),
  },
  { id: 'actor', name: text.columns.actor, width: 100, card: 'head', text: ({ actor }) => actor },
  { id: 'source', name: text.columns.source, width: 130, spare: 1, text: ({ source }) => source ?? text.shell },
  { id: 'action', name: text.columns.action, width: 150, card: 'line', text: ({ action }) => action },
  { id: 'target', name: text.columns.target, width: 120, spare: 2, text: ({ target }) => target ?? none },
  { id: 'change', name: text.columns.change, width: 240, grow: true, card: 'line', text: changeOf },
  {
    id: 'outcome',
    name: text.columns.outcome,
    width: 130,
    card: 'head',
    text: ({ outcome }) => (outcome === done ? text.done : outcome),
    className: ({ outcome }) => (outcome === done ? '' : 'caution'),
  },
];

/** `risk.stop_loss_pct 5 → 3`, one after the other. */
function changeOf({ before, after }: Audit): string {
  const [old, now] = [recordOf(before), recordOf(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return names.map((name) => `${name} ${shown(old[name])} → ${shown(now[name])}`).join(', ');
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> => ({ ...Object(value) });

const shown = (value: unknown): string =>
  value == null ? none : typeof value === 'string' ? value : JSON.stringify(value);
