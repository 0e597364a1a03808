import { Button, Checkbox } from '@blueprintjs/core';
import { Archive } from '@blueprintjs/icons';
import { type BackupRecord, routeOf } from '@triquad/core/contract';
import { useState } from 'react';
import { useCallRaw } from '../../app-context.tsx';
import { Panel } from '../../components/Panel.tsx';
import { number } from '../../messages/format.ts';
import { Refused } from './ListTable.tsx';
import { useMessages } from './use-messages.ts';
import { useMayChange } from './use-setting.ts';

const height = 96;
const bytesPerMegabyte = 1_000_000;

/** Copies the data directory while the bot runs, and says where the copy lies and how it is put back. */
export function BackupPanel() {
  const { backup: text, texts } = useMessages();
  const callRaw = useCallRaw();
  const mayChange = useMayChange();
  const [keys, setKeys] = useState(true);
  const [isRunning, setRunning] = useState(false);
  const [made, setMade] = useState<BackupRecord | null>(null);
  const [problem, setProblem] = useState('');
  const run = async () => {
    setRunning(true);
    setProblem('');
    setMade(null);
    const body = JSON.stringify({ keys });
    const answer = await callRaw?.({ method: 'POST', address: '/system/backup', body, key: crypto.randomUUID() });
    setRunning(false);
    if (answer === undefined) return;
    // A long copy outlives the call: without an answer nothing is known.
    if (!answer.ok) return setProblem(text.unknown(texts.problem(answer.problem)));
    const read = await readBackup(answer.text);
    if ('folder' in read) setMade(read);
    else setProblem(text.failed(read.problem || String(answer.status)));
  };
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
          loading={isRunning}
          disabled={!mayChange}
          onClick={() => void run()}
        />
      </div>
      <p className="muted small">{keys ? text.withKeys : text.withoutKeys}</p>
      <div role="status">{made !== null && <Made backup={made} />}</div>
      <Refused text={problem} />
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

/** The backup that was made, else the bot's reason, empty if it states none. */
const readBackup = async (body: string): Promise<BackupRecord | { problem: string }> => {
  try {
    const json: unknown = JSON.parse(body);
    const { success, data } = (await routeOf('system.backup')).answer.safeParse(json);
    if (success) return data;
    const { detail } = { ...Object(json) };
    return { problem: typeof detail === 'string' ? detail : '' };
  } catch {
    return { problem: '' };
  }
};
