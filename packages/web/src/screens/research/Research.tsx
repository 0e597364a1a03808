import { Button, Callout, HTMLSelect, ProgressBar } from '@blueprintjs/core';
import { Duplicate } from '@blueprintjs/icons';
import { type ClientState, selectCan } from '@triquad/core';
import type { WhatIf } from '@triquad/core/contract';
import { useState } from 'react';
import { useClientState, useWatch } from '../../client-context.tsx';
import { ImportButton } from '../../components/import/ImportButton.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { Panel } from '../../components/Panel.tsx';
import { SourceTag, StatedSource } from '../../elements/stated-source.tsx';
import { useQuery } from '../../elements/use-query.ts';
import { dollars, number, percent } from '../../messages/format.ts';
import { BreakEvenPanel } from './BreakEvenPanel.tsx';
import { Conclusion } from './Conclusion.tsx';
import { CyclesPanel } from './CyclesPanel.tsx';
import { GridPanel } from './GridPanel.tsx';
import { LifetimePanel } from './LifetimePanel.tsx';
import { PointPanel } from './PointPanel.tsx';
import { pointOf } from './point.ts';
import styles from './research.module.css';
import { useMessages } from './use-messages.ts';
import { useResearch } from './use-research.ts';

const selectRecordings = (state: ClientState) => state.loaded.recordings;
const selectIsRecording = (state: ClientState) => state.loaded.recorder?.recording === true;
const hourMs = 3_600_000;
const selectHasResearch = selectCan('research');
const selectAsked = (state: ClientState) => state.health.checked_at !== null;
const capitals = [100, 1_000, 10_000, 100_000];
const usualCapital = 1_000;
const height = 120;

/** Profit of a recording by fee and latency: how often, and for how long. */
export function Research() {
  const { research: text, texts } = useMessages();
  const { get, set } = useQuery();
  useWatch('recordings');
  const recordings = useClientState(selectRecordings);
  const hasResearch = useClientState(selectHasResearch);
  const asked = useClientState(selectAsked);
  const latest = recordings?.toSorted((one, other) => other.to.localeCompare(one.to))[0]?.name ?? '';
  const recording = get('recording') || latest;
  const capital = Number(get('capital')) || usualCapital;
  const bars = get('bars') === 'yes';
  const { answer, problem, retry } = useResearch(hasResearch ? recording : '', capital, get('from'), bars);
  const record = answer?.result ?? null;
  const names = [...new Set([...(recordings ?? []).map(({ name }) => name), ...(recording === '' ? [] : [recording])])];
  const failure = problem !== null ? texts.problem(problem) : answer?.status === 'failed' ? answer.error : null;
  return (
    <>
      <PageHead>
        {record !== null && <SourceTag source={record.provenance} />}
        <span className="muted">{text.question}</span>
        {names.length > 0 && (
          <>
            <HTMLSelect
              aria-label={text.recording}
              value={recording}
              options={names}
              onChange={(event) => set({ recording: event.currentTarget.value, from: null, bars: null })}
            />
            <HTMLSelect
              aria-label={text.capital}
              value={capital}
              options={[...new Set([...capitals, capital])].map((value) => ({
                value,
                label: text.perCycle(dollars(value, { digits: 0 })),
              }))}
              onChange={(event) => set({ capital: event.currentTarget.value })}
            />
          </>
        )}
        <LiveHour />
        <ImportButton />
        {record !== null && <Read record={record} capital={capital} />}
      </PageHead>
      {asked && !hasResearch ? (
        <Notice title={text.unavailable} />
      ) : recordings?.length === 0 && get('recording') === '' ? (
        <Notice title={text.none} hint={text.noneHint} />
      ) : problem?.code === 'bars_not_quotes' ? (
        <Notice
          title={text.barsTitle(recording)}
          hint={text.bars}
          action={<Button text={text.askBars} onClick={() => set({ bars: 'yes' })} />}
        />
      ) : failure !== null ? (
        <Panel title={text.conclusion} height={height} state={{ kind: 'failed', detail: failure, retry }}>
          {null}
        </Panel>
      ) : record === null ? (
        <Panel title={text.conclusion} height={height} state={{ kind: 'ready' }}>
          <p role="status">
            {answer?.status === 'waiting'
              ? text.waiting
              : text.working(percent(100 * (answer?.progress ?? 0), { digits: 0 }))}
          </p>
          <ProgressBar aria-label={text.conclusion} value={answer?.progress ?? 0} stripes={false} />
        </Panel>
      ) : (
        <Answer record={record} />
      )}
    </>
  );
}

/** The last hour of what is recorded now. The moment is in the address, so that the question stays the same while it is answered. */
function LiveHour() {
  const { research: text } = useMessages();
  const { get, set } = useQuery();
  useWatch('recorder');
  const isRecording = useClientState(selectIsRecording);
  const recordings = useClientState(selectRecordings);
  const live = recordings?.toSorted((one, other) => other.to.localeCompare(one.to))[0];
  if (!isRecording || live === undefined) return null;
  const isShown = get('from') !== '';
  const choose = () =>
    set(
      isShown ? { from: null } : { recording: live.name, from: new Date(Date.parse(live.to) - hourMs).toISOString() },
    );
  return (
    <Button size="small" variant="outlined" active={isShown} aria-pressed={isShown} text={text.live} onClick={choose} />
  );
}

function Read({ record, capital }: { record: WhatIf; capital: number }) {
  const { data, terms } = record;
  const { research: text } = useMessages();
  const [isCopied, setCopied] = useState(false);
  const command = `triquad whatif ${data.recording}${terms.from === null ? '' : ` --from ${terms.from}`}${capital === usualCapital ? '' : ` --capital ${capital}`}${record.provenance?.kind === 'bars' ? ' --bars' : ''}`;
  const copy = () => navigator.clipboard.writeText(command).then(() => setCopied(true));
  return (
    <span className="push row small">
      <span className="muted">{text.read(number(data.rows), number(data.markets))}</span>
      {navigator.clipboard !== undefined && (
        <Button
          size="small"
          icon={<Duplicate />}
          text={isCopied ? text.copied : text.copy}
          title={command}
          onClick={copy}
        />
      )}
    </span>
  );
}

function Answer({ record }: { record: WhatIf }) {
  const { research: text } = useMessages();
  const { get } = useQuery();
  const point = pointOf(record, get('fee'), get('latency'));
  const shown = { record, point };
  return (
    <StatedSource source={record.provenance}>
      {record.provenance?.kind === 'bars' && (
        <Callout compact intent="warning" className={styles.bars ?? ''}>
          {text.bars}
        </Callout>
      )}
      <Conclusion {...shown} />
      <PointPanel {...shown} />
      <div className={styles.pair}>
        <GridPanel {...shown} />
        <BreakEvenPanel {...shown} />
      </div>
      <div className={styles.pair}>
        <LifetimePanel {...shown} />
        <CyclesPanel {...shown} />
      </div>
    </StatedSource>
  );
}
