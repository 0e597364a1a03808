import { Button, Callout, ProgressBar } from '@blueprintjs/core';
import type { ClientState, SendingFile } from '@triquad/core';
import { useClient, useClientState } from '../../client-context.tsx';
import styles from './import.module.css';
import { sizeText } from './size.ts';
import { useMessages } from './use-messages.ts';

const selectSending = (state: ClientState) => state.sending;

/** Progress of each file, or its error. Received files also appear in the list of the folder. */
export function Sending() {
  const { importing: text } = useMessages();
  const client = useClient();
  const files = useClientState(selectSending).filter(({ state, problem }) => state !== 'sent' || problem !== undefined);
  if (files.length === 0) return null;
  const isUnderWay = files.some(({ state }) => state === 'sending' || state === 'waiting');
  return (
    <section className={styles.sending} aria-label={text.sending}>
      {files.map((file) => (
        <One key={file.name} file={file} />
      ))}
      {isUnderWay && (
        <div>
          <Button size="small" text={text.stop} onClick={() => client.send({ type: 'StopSending' })} />
        </div>
      )}
    </section>
  );
}

function One({ file: { name, bytes, sent, state, problem } }: { file: SendingFile }) {
  const { importing: text, texts } = useMessages();
  if (state === 'unsent' || problem !== undefined)
    return (
      <Callout compact intent={problem === undefined ? 'none' : 'danger'} role="alert">
        {name}: {problem === undefined ? text.unsent : texts.problem(problem)}
      </Callout>
    );
  return (
    <div>
      <span className="small">
        {name}{' '}
        <span className="muted">{state === 'waiting' ? text.waiting : text.sent(sizeText(sent), sizeText(bytes))}</span>
      </span>
      {state === 'sending' && <ProgressBar aria-label={name} value={bytes === 0 ? 1 : sent / bytes} stripes={false} />}
    </div>
  );
}
