import { Button, Checkbox } from '@blueprintjs/core';
import { Archive } from '@blueprintjs/icons';
import { type ClientState, mayBeDone } from '@triquad/core';
import type { BackupRecord } from '@triquad/core/contract';
import { useState } from 'react';
import { useClient, useClientState } from '../../client-context.tsx';
import { Panel } from '../../components/Panel.tsx';
import { number } from '../../messages/format.ts';
import { Refused } from './ListTable.tsx';
import { useMessages } from './use-messages.ts';
import { useMayChange } from './use-setting.ts';

const height = 96;
const bytesPerMegabyte = 1_000_000;
const selectBackup = (state: ClientState) => state.backup;

/** Copies the data directory while the bot runs, and says where the copy lies and how it is put back. */
export function BackupPanel() {
  const { backup: text, texts } = useMessages();
  const client = useClient();
  const mayChange = useMayChange();
  const { running, made, problem } = useClientState(selectBackup);
  const [keys, setKeys] = useState(true);
  // A long copy outlives the call: without an answer nothing is known.
  const refusal = problem === null ? '' : (mayBeDone(problem) ? text.unknown : text.failed)(texts.problem(problem));
  return (
    <Panel
      title={text.title}
      state={{ kind: 'ready' }}
      height={height}
      actions={<span className="muted small from-tablet">{text.hint}</span>}
    >
      <div className="row">
        <Checkbox
          checked={keys}
          label={text.keys}
          disabled={!mayChange}
          onChange={(event) => setKeys(event.currentTarget.checked)}
        />
        <Button
          className="push"
          size="small"
          icon={<Archive />}
          text={text.make}
          loading={running}
          disabled={!mayChange}
          onClick={() => client.send({ type: 'BackUp', keys })}
        />
      </div>
      <p className="muted small">{keys ? text.withKeys : text.withoutKeys}</p>
      <div role="status">{made !== null && <Made backup={made} />}</div>
      <Refused text={refusal} />
    </Panel>
  );
}

function Made({ backup: { folder, files } }: { backup: BackupRecord }) {
  const { backup: text } = useMessages();
  const megabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / bytesPerMegabyte;
  return (
    <>
      <p>
        {text.made(number(files.length), number(megabytes, { digits: 1 }))} <code>{folder}</code>
      </p>
      <p>{text.elsewhere}</p>
      <p>
        {text.restore} <code>{`triquad restore "${folder}" --replace`}</code>
      </p>
    </>
  );
}
