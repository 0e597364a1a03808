import { Card, ProgressBar } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { backtestStage, selectStale } from '@triquad/core';
import type { Backtest } from '@triquad/core/contract';
import { useState } from 'react';
import { useClientState } from '../../client-context.tsx';
import { CommandButton } from '../../components/CommandButton.tsx';
import { useCommand } from '../../components/use-command.ts';
import { number, percent } from '../../messages/format.ts';
import styles from './backtest.module.css';
import { useMessages } from './use-messages.ts';

/** Progress and the cancel button; `said` is the text while `backtest` is null. */
export function Progress({ backtest, said }: { backtest: Backtest | null; said: string }) {
  const { backtest: text } = useMessages();
  const stale = useClientState(selectStale);
  const share = backtest?.progress ?? null;
  const queued = backtest !== null && backtestStage(backtest.status) === 'queued';
  const known = share !== null && !queued;
  const minutes = useRemaining(known ? share : null);
  return (
    <Card className={styles.progress ?? ''} role="group" aria-label={text.progress}>
      <div className="row">
        <strong>{backtest?.config?.name || text.underWay}</strong>
        {backtest !== null && <CancelButton id={backtest.id} />}
      </div>
      <div className={stale ? 'stale' : ''}>
        <ProgressBar
          intent="primary"
          aria-label={text.progress}
          {...(known ? { value: share } : {})}
          animate={!stale}
        />
      </div>
      <div className="muted one-line">
        {queued && text.waits}
        {known && text.share(percent(share * 100, { digits: 1 }), number(backtest?.events_processed ?? null))}
        {known && minutes !== null && ` · ${text.remaining(minutes)}`}
        {!queued && !known && said}
      </div>
      {stale && <div className="caution">{text.lost}</div>}
    </Card>
  );
}

/** Minimum observation time before an estimate, in milliseconds. */
const observedMs = 5_000;

/** Estimated minutes left, from the progress observed since mount; null without an estimate. */
const useRemaining = (share: number | null): number | null => {
  const now = useClientState((state) => state.now);
  const [first, setFirst] = useState<{ share: number; at: number } | null>(null);
  if (first === null && share !== null) setFirst({ share, at: now });
  if (first === null || share === null) return null;
  const [done, passed] = [share - first.share, now - first.at];
  return passed < observedMs || done <= 0 ? null : Math.round((((1 - share) / done) * passed) / 60_000);
};

function CancelButton({ id }: { id: string }) {
  const { backtest: text } = useMessages();
  const cancelling = useClientState((state) => state.backtests.cancelling.includes(id));
  const command = { type: 'CancelBacktest', backtest_id: id } as const;
  const { obstacle } = useCommand(command);
  if (obstacle?.code === 'role_too_low' || obstacle?.code === 'not_offered') return null;
  return (
    <CommandButton
      command={command}
      className="push"
      icon={<Cross />}
      text={cancelling ? text.cancelling : text.cancel}
      disabled={cancelling}
    />
  );
}
