import { Button, Slider } from '@blueprintjs/core';
import { Cross, Download, Import, Pause, Play } from '@blueprintjs/icons';
import { type ChangeEvent, useRef } from 'react';
import { useClient, useClientState } from '../client-context.tsx';
import { useMessages } from '../messages/later.ts';
import { timeOfDay } from '../messages/moments.ts';
import styles from './SessionRecorder.module.css';
import { saveSession } from './save-session.ts';

/** Stops the session of this browser at a moment, goes back through it, saves it and shows a saved one. */
export function SessionRecorder({ close }: { close: () => void }) {
  const { recorder } = useMessages();
  const { journal } = useClient();
  const replay = useClientState((state) => state.replay);
  const shown = useClientState((state) => timeOfDay(state.now));
  const leave = () => {
    journal.resume();
    close();
  };
  return (
    <section className={styles.recorder} aria-label={recorder.title}>
      <Button
        icon={replay ? <Play /> : <Pause />}
        text={replay ? recorder.resume : recorder.pause}
        onClick={() => (replay ? journal.resume() : journal.pause())}
      />
      <div className={styles.slider}>
        <Slider
          min={replay?.first ?? 0}
          max={replay ? Math.max(replay.last, replay.first + 1) : 1}
          value={replay?.seq ?? 1}
          disabled={replay === null}
          labelRenderer={false}
          showTrackFill={false}
          handleHtmlProps={{ 'aria-label': recorder.moment }}
          onChange={(seq) => journal.seek(seq)}
        />
      </div>
      <time>{shown}</time>
      <Button icon={<Download />} text={recorder.save} onClick={() => saveSession(journal)} />
      <Load />
      <Button variant="minimal" icon={<Cross />} aria-label={recorder.close} onClick={leave} />
    </section>
  );
}

function Load() {
  const { recorder } = useMessages();
  const client = useClient();
  const file = useRef<HTMLInputElement>(null);
  const read = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const text = await currentTarget.files?.[0]?.text();
    currentTarget.value = '';
    if (text === undefined) return;
    const loaded = await client.journal.importJsonl(text);
    if (!loaded.ok) client.send({ type: 'ShowToast', kind: 'error', code: loaded.code, params: {} });
  };
  return (
    <>
      <input ref={file} type="file" accept=".jsonl" hidden aria-label={recorder.load} onChange={read} />
      <Button icon={<Import />} text={recorder.load} onClick={() => file.current?.click()} />
    </>
  );
}
