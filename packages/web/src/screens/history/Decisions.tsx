import { NonIdealState } from '@blueprintjs/core';
import { type ClientState, none, selectMinute } from '@triquad/core';
import type { Decided } from '@triquad/core/contract';
import { useEffect } from 'react';
import { useClient, useClientState } from '../../client-context.tsx';
import { pathOf, typeTone } from '../../components/cycle.ts';
import { type Messages, useMessages } from '../../components/life/use-messages.ts';
import { Panel, type PanelState } from '../../components/Panel.tsx';
import type { ChosenWindow } from '../../components/window/use-window.ts';
import { endsOf } from '../../components/window/windows.ts';
import { useQuery } from '../../elements/use-query.ts';
import { number, percent } from '../../messages/format.ts';
import { shortMoment } from '../../messages/moments.ts';
import type { DataColumn } from '../../tables/column.ts';
import { DataTable } from '../../tables/DataTable.tsx';
import { ExportButtons } from '../../tables/ExportButtons.tsx';
import { useSourced } from '../../tables/source-column.tsx';
import { Choice, Filters, useFilters } from './Filters.tsx';
import styles from './history.module.css';
import { Older } from './Older.tsx';
import { SaveWhole, useSavesWhole } from './SaveWhole.tsx';

const height = 560;
const keyOf = ({ id }: Decided) => id;
const selectDecisions = ({ history }: ClientState) => history.decisions;

/** Decisions of a window, searched by the bot and counted by reason. */
export function Decisions({ days }: ChosenWindow) {
  const messages = useMessages();
  const { history: text, reasons, texts } = messages;
  const client = useClient();
  const query = useQuery();
  const { q, type, exchange, code } = useFilters();
  const { rows, next, total, by_code, kept_since, phase, problem } = useClientState(selectDecisions);
  const enabled = useClientState(({ bot }) => bot.status?.enabled_exchanges);
  const minute = useClientState(selectMinute);
  const savesWhole = useSavesWhole();
  const { from, to } = endsOf(days, minute);
  const asked = {
    from,
    ...(to === undefined ? {} : { to }),
    ...Object.fromEntries(Object.entries({ q, type, exchange, code }).filter(([, value]) => value !== '')),
  };
  const content = JSON.stringify(asked);
  useEffect(() => client.send({ type: 'LoadDecisions', query: JSON.parse(content) }), [client, content]);
  const columns = useSourced(decisionColumns(messages, minute), rows);
  return (
    <>
      <Filters exchanges={enabled ?? []} count={text.count(number(rows.length), number(total))}>
        <Choice
          name={text.reason}
          value={code}
          options={by_code.map(({ code: value, count }) => ({
            value,
            label: `${reasons[value] ?? value} (${number(count)})`,
          }))}
          choose={(value) => query.set({ code: value })}
        />
      </Filters>
      <Panel
        title={text.decisions}
        state={useDecisionsState(() => client.send({ type: 'LoadDecisions', query: asked }))}
        height={height}
        flush
        actions={
          <ExportButtons
            name="decisions"
            columns={columns}
            rows={rows}
            whole={savesWhole ? <SaveWhole table="decisions" query={asked} /> : null}
          />
        }
      >
        <DataTable
          label={text.decisions}
          columns={columns}
          rows={rows}
          rowKey={keyOf}
          height={height - 40}
          onOpen={({ id, opportunity_id }) => query.set({ life: opportunity_id ?? id })}
          openLabel={(row) => text.open(`${row.type} ${row.exchange} ${pathOf(row.symbols)}`)}
          empty={<NonIdealState title={text.noDecisions} />}
        />
        {next !== null && (
          <Older
            text={text.older}
            loading={phase === 'loading'}
            detail={phase === 'failed' && problem !== null ? texts.problem(problem) : ''}
            load={() => client.send({ type: 'LoadDecisions', query: asked, cursor: next })}
          />
        )}
        {next === null && kept_since !== null && (
          <p className={styles.kept}>{text.keptSince(shortMoment(kept_since, minute))}</p>
        )}
      </Panel>
    </>
  );
}

const useDecisionsState = (retry: () => void): PanelState => {
  const { history: text, texts } = useMessages();
  const { rows, phase, problem } = useClientState(selectDecisions);
  if (rows.length > 0) return { kind: 'ready' };
  if (phase === 'failed') return { kind: 'failed', detail: problem === null ? '' : texts.problem(problem), retry };
  return phase === 'loaded' ? { kind: 'empty', text: text.noDecisions } : { kind: 'loading' };
};

const decisionColumns = (
  { history: { columns: names }, reasons }: Messages,
  now: number,
): readonly DataColumn<Decided>[] => [
  {
    id: 'time',
    name: names.time,
    width: 124,
    card: 'head',
    text: ({ at }) => at,
    cell: ({ at }) => shortMoment(at, now),
  },
  {
    id: 'type',
    name: names.type,
    width: 60,
    card: 'head',
    text: ({ type }) => type,
    className: ({ type }) => typeTone(type),
  },
  { id: 'exchange', name: names.exchange, width: 92, card: 'head', text: ({ exchange }) => exchange },
  { id: 'path', name: names.path, width: 210, card: 'line', text: ({ symbols }) => pathOf(symbols) || none },
  {
    id: 'found',
    name: names.found,
    width: 84,
    align: 'right',
    card: 'figure',
    text: ({ profit_pct }) => percent(profit_pct, { digits: 3, sign: true }),
    source: ({ provenance }) => provenance,
  },
  {
    id: 'decision',
    name: names.decision,
    width: 190,
    card: 'figure',
    text: ({ reason }) => reasons[reason] ?? reason,
    className: ({ decision }) => (decision === 'executed' ? 'gain' : ''),
  },
  { id: 'why', name: names.why, width: 200, grow: true, card: 'line', spare: 1, text: ({ detail }) => detail },
];
