import { Button } from '@blueprintjs/core';
import { Upload } from '@blueprintjs/icons';
import type { ClientState, Command } from '@triquad/core';
import { type DragEvent, useRef, useState } from 'react';
import { useClient, useClientState } from '../../client-context.tsx';
import { useCommand } from '../use-command.ts';
import styles from './import.module.css';
import { useMessages } from './use-messages.ts';

const selectIsSending = (state: ClientState) =>
  state.sending.some((file) => file.state === 'sending' || file.state === 'waiting');
const kinds = '.csv,.gz,.zip,.zst,.parquet,.json,.jsonl,.ndjson,.txt,.dat,.tsv';

// Its files do not matter to the permission.
const anyFiles: Command = { type: 'SendFiles', files: [] };

/** Takes files that are dropped or chosen, and sends them. */
export function Drop() {
  const { importing: text } = useMessages();
  const client = useClient();
  const { obstacle, why } = useCommand(anyFiles);
  const isSending = useClientState(selectIsSending);
  const input = useRef<HTMLInputElement>(null);
  const [isOver, hover] = useState(false);
  const [hasFolder, setFolder] = useState(false);
  const send = (files: readonly File[]) =>
    client.sendFiles(files.map((file) => ({ name: file.name, bytes: file.size, content: file })));
  const drop = (event: DragEvent) => {
    event.preventDefault();
    hover(false);
    const items = [...event.dataTransfer.items];
    const isFolder = (item: DataTransferItem) => item.webkitGetAsEntry?.()?.isDirectory === true;
    setFolder(items.some(isFolder));
    const files =
      items.length === 0
        ? [...event.dataTransfer.files]
        : items.flatMap((item) => (isFolder(item) ? [] : (item.getAsFile() ?? [])));
    if (files.length > 0 && !isSending && obstacle === null) send(files);
  };
  return (
    <section
      className={`${styles.drop} ${isOver ? styles.over : ''}`}
      aria-label={text.drop}
      onDragOver={(event) => {
        event.preventDefault();
        hover(true);
      }}
      onDragLeave={() => hover(false)}
      onDrop={drop}
    >
      <span>{hasFolder ? text.folders : text.drop}</span>
      <Button
        size="small"
        icon={<Upload />}
        text={text.pick}
        title={why}
        disabled={isSending || obstacle !== null}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={kinds}
        aria-label={text.pick}
        onChange={({ currentTarget }) => {
          send([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </section>
  );
}
