import { Button } from '@blueprintjs/core';
import { ArrowLeft, Download, Repeat, Trash } from '@blueprintjs/icons';
import type { Backtest } from '@triquad/core/contract';
import { useEffect, useRef } from 'react';
import { useClient, useClientState } from '../../client-context.tsx';
import { StatusMark } from '../../components/StatusMark.tsx';
import { useCommand } from '../../components/use-command.ts';
import styles from './backtest.module.css';
import { Compare } from './Compare.tsx';
import { useDeletion } from './use-deletion.ts';
import { useMessages } from './use-messages.ts';

type Props = {
  id: string;
  /** Null for a backtest unknown to the bot. */
  backtest: Backtest | null;
  hasReport: boolean;
  reuse: (config: NonNullable<Backtest['config']>) => void;
};

/** Name and status of the backtest, and its actions. */
export function ResultHead({ id, backtest, hasReport, reuse }: Props) {
  const { backtest: text } = useMessages();
  const client = useClient();
  const heading = useHeading(id);
  const name = backtest?.config?.name || text.unnamed;
  const config = backtest?.config ?? null;
  return (
    <>
      <div className={styles.head}>
        <Button
          variant="minimal"
          icon={<ArrowLeft />}
          text={text.close}
          onClick={() => client.send({ type: 'CloseBacktest' })}
        />
        <h2 ref={heading} tabIndex={-1}>
          {name}
        </h2>
        {backtest !== null && <StatusMark status={backtest.status} />}
        <div className={`row ${styles.actions}`}>
          {hasReport && <Compare />}
          {hasReport && <DownloadButton id={id} name={name} />}
          {config !== null && <Button icon={<Repeat />} text={text.reuse} onClick={() => reuse(config)} />}
          {backtest !== null && <DeleteButton backtest={backtest} name={name} />}
        </div>
      </div>
      {config?.description && <p className="muted">{config.description}</p>}
    </>
  );
}

/** Scrolls an opened backtest into view and focuses its heading, unless the operator is typing elsewhere. */
const useHeading = (id: string) => {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is opened
  useEffect(() => {
    if (document.activeElement !== document.body || heading.current === null) return;
    heading.current.focus({ preventScroll: true });
    const { top } = heading.current.getBoundingClientRect();
    if (top < 0 || top > window.innerHeight / 2) heading.current.scrollIntoView();
  }, [id]);
  return heading;
};

function DownloadButton({ id, name }: { id: string; name: string }) {
  const { backtest: text } = useMessages();
  const saving = useClientState((state) => state.backtests.saving.includes(id));
  const file = `backtest-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${id.slice(-6)}.html`;
  const { obstacle, why, run } = useCommand({ type: 'SaveReport', backtest_id: id, file: file.replaceAll(/-+/g, '-') });
  return (
    <Button
      intent="primary"
      icon={<Download />}
      text={text.download}
      loading={saving}
      title={why}
      disabled={obstacle !== null}
      onClick={() => void run()}
    />
  );
}

function DeleteButton({ backtest, name }: { backtest: Backtest; name: string }) {
  const { backtest: text } = useMessages();
  const remove = useDeletion();
  const deleting = useClientState((state) => state.backtests.deleting.includes(backtest.id));
  const { obstacle, why } = useCommand({ type: 'DeleteBacktest', backtest_id: backtest.id });
  if (obstacle?.code === 'role_too_low') return null;
  return (
    <Button
      icon={<Trash />}
      aria-label={text.deleteOf(name)}
      title={why ?? text.delete}
      disabled={obstacle !== null || deleting}
      onClick={() => remove(backtest)}
    />
  );
}
