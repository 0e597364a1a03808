import { Button, Checkbox } from '@blueprintjs/core';
import { Trash } from '@blueprintjs/icons';
import { type ClientState, selectCan } from '@triquad/core';
import type { ImportFile } from '@triquad/core/contract';
import { useState } from 'react';
import { useClient, useClientState, useWatch } from '../../client-context.tsx';
import { Drop } from './Drop.tsx';
import styles from './import.module.css';
import { Sending } from './Sending.tsx';
import { sizeText } from './size.ts';
import { useMessages } from './use-messages.ts';

const selectFiles = (state: ClientState) => state.loaded.import_files;
const selectCanSend = selectCan('recordings.upload');

type Props = { chosen: readonly string[]; pick: (name: string, isChosen: boolean) => void };

/** Files to send to the bot, and files already there. */
export function Files({ chosen, pick }: Props) {
  const { importing: text } = useMessages();
  useWatch('import_files');
  const files = useClientState(selectFiles);
  const canSend = useClientState(selectCanSend);
  return (
    <>
      <p className="muted">{text.hint}</p>
      {canSend && <Drop />}
      {canSend && <Sending />}
      {files?.length === 0 && <p>{text.none}</p>}
      <fieldset className={styles.files} aria-label={text.files}>
        {files?.map((file) => (
          <div key={file.name} className={styles.file}>
            <Checkbox
              label={file.name}
              checked={chosen.includes(file.name)}
              onChange={({ currentTarget: { checked } }) => pick(file.name, checked)}
            />
            <span className="muted small">{text.size(sizeText(file.bytes ?? 0), file.files ?? 1)}</span>
            {canSend && !file.folder && <Remove file={file} />}
          </div>
        ))}
      </fieldset>
    </>
  );
}

/** Asks once more: the file may be the operator's own. */
function Remove({ file: { name } }: { file: ImportFile }) {
  const { importing: text } = useMessages();
  const client = useClient();
  const [isAsked, ask] = useState(false);
  return isAsked ? (
    <Button
      size="small"
      intent="danger"
      text={text.removeNow}
      onClick={() => client.send({ type: 'RemoveFile', name })}
      onBlur={() => ask(false)}
    />
  ) : (
    <Button size="small" variant="minimal" icon={<Trash />} aria-label={text.remove(name)} onClick={() => ask(true)} />
  );
}
