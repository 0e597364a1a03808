import { Button, Callout, DialogBody, DialogFooter, ProgressBar } from '@blueprintjs/core';
import { type ClientState, chosenFiles, removedAfter } from '@triquad/core';
import type { Import, ImportRequest } from '@triquad/core/contract';
import { type ReactNode, useState } from 'react';
import { useClient, useClientState, useWatch } from '../../client-context.tsx';
import { number } from '../../messages/format.ts';
import { DialogFrame } from '../DialogFrame.tsx';
import { Asked } from './Asked.tsx';
import { Files } from './Files.tsx';
import { Understood } from './Understood.tsx';
import { useMessages } from './use-messages.ts';

const selectSending = (state: ClientState) => state.sending;
const selectImporting = (state: ClientState) => state.importing;
const selectImports = (state: ClientState) => state.loaded.imports;

/** Import in steps: files, their interpretation, required answers, progress. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { importing: text, texts } = useMessages();
  const client = useClient();
  useWatch('imports');
  const importing = useClientState(selectImporting);
  const jobs = useClientState(selectImports) ?? [];
  const [picks, pick] = useState<Readonly<Record<string, boolean>>>({});
  const sent = useClientState(selectSending).flatMap(({ name, state }) => (state === 'sent' ? [name] : []));
  const chosen = chosenFiles(picks, sent);
  const [said, say] = useState<Omit<ImportRequest, 'files'>>({});
  const [isLooking, look] = useState<ImportRequest | null>(null);
  const job = jobs.find(({ id, status }) =>
    importing?.import_id == null ? status === 'running' : id === importing.import_id,
  );
  const isWaiting = isLooking !== null && importing?.request !== isLooking;
  const request: ImportRequest = { files: [...chosen], ...said };
  const preview = () => {
    look(request);
    client.send({ type: 'PreviewImport', request });
  };
  const problem = importing?.problem;
  const understood = importing?.preview;
  if (job !== undefined) return <Job job={job} onClose={onClose} />;
  const isCurrent = understood !== undefined && JSON.stringify(importing?.request) === JSON.stringify(request);
  return (
    <Frame
      onClose={onClose}
      actions={
        understood === undefined ? (
          <Button
            intent="primary"
            text={text.look}
            disabled={chosen.length === 0}
            loading={isWaiting && !problem}
            onClick={preview}
          />
        ) : (
          <>
            <Button text={text.back} onClick={() => client.send({ type: 'CloseImport' })} />
            <Button
              text={text.again}
              disabled={isCurrent}
              loading={!isCurrent && isWaiting && !problem}
              onClick={preview}
            />
            <Button
              intent="primary"
              text={text.run}
              disabled={!isCurrent || understood.missing.length > 0}
              onClick={() => client.send({ type: 'RunImport', request: { ...request, ...removedAfter(chosen, sent) } })}
            />
          </>
        )
      }
    >
      {problem && (
        <Callout compact intent="danger" role="alert">
          {texts.problem(problem)}
        </Callout>
      )}
      {understood === undefined ? (
        <Files chosen={chosen} pick={(name, isChosen) => pick({ ...picks, [name]: isChosen })} />
      ) : (
        <Understood preview={understood}>
          <Asked preview={understood} said={said} say={say} />
        </Understood>
      )}
    </Frame>
  );
}

function Frame({ onClose, actions, children }: { onClose: () => void; actions: ReactNode; children: ReactNode }) {
  const { importing: text } = useMessages();
  return (
    <DialogFrame isOpen wide title={text.title} onClose={onClose} canOutsideClickClose={false}>
      <DialogBody>{children}</DialogBody>
      <DialogFooter actions={actions} />
    </DialogFrame>
  );
}

function Job({ job, onClose }: { job: Import; onClose: () => void }) {
  const { importing: text } = useMessages();
  const client = useClient();
  const { id, status, progress, quotes, voids, unreadable, recordings, error, reasons } = job;
  const isRunning = status === 'running';
  return (
    <Frame
      onClose={onClose}
      actions={
        <>
          {isRunning && (
            <Button text={text.cancel} onClick={() => client.send({ type: 'CancelImport', import_id: id })} />
          )}
          <Button intent={isRunning ? 'none' : 'primary'} text={text.close} onClick={onClose} />
        </>
      }
    >
      {isRunning ? (
        <>
          <p role="status">{text.working(number(quotes ?? 0))}</p>
          <ProgressBar aria-label={text.title} value={progress ?? 0} stripes={false} />
        </>
      ) : (
        <Callout compact intent={status === 'done' ? 'success' : status === 'failed' ? 'danger' : 'none'} role="status">
          {status === 'done'
            ? text.done(recordings.join(', '))
            : status === 'failed'
              ? `${text.failed}: ${error ?? ''}`
              : text.cancelled}
        </Callout>
      )}
      <p className="small">{text.counts(number(quotes ?? 0), number(voids ?? 0), number(unreadable ?? 0))}</p>
      {reasons.length > 0 && (
        <ul className="small muted">
          {reasons.map(({ file, line, field, message }) => (
            <li
              key={`${file} ${line} ${field} ${message}`}
            >{`${file}${line > 0 ? `:${line}` : ''}: ${field}: ${message}`}</li>
          ))}
        </ul>
      )}
    </Frame>
  );
}
