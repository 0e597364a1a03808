import { Button, Card, ProgressBar } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { backtestStage, number, percent } from '@triquad/core';
import type { Backtest } from '@triquad/core/contract';
import { useClient, useClientState } from '../../client-context.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { selectCan, selectReplaying, selectStale } from '../../shell/selectors.ts';
import { selectReader } from './selectors.ts';

/** How far it is, and the button that ends it; `backtest` null while it is not known yet, `said` is what is known. */
export function Progress({ backtest, said }: { backtest: Backtest | null; said: string }) {
  const { backtest: text } = useMessages();
  const stale = useClientState(selectStale);
  const share = backtest?.progress ?? null;
  const queued = backtest !== null && backtestStage(backtest.status) === 'queued';
  const known = share !== null && !queued;
  return (
    <Card className="progress" role="group" aria-label={text.progress}>
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
      <div className="muted one-line" role="status">
        {queued && text.waits}
        {known &&
          text.share(percent(Math.floor(share * 100), { digits: 0 }), number(backtest?.events_processed ?? null))}
        {!queued && !known && said}
      </div>
      {stale && <div className="caution">{text.lost}</div>}
    </Card>
  );
}

const selectCancellable = selectCan('backtest.cancel');

function CancelButton({ id }: { id: string }) {
  const { backtest: text } = useMessages();
  const client = useClient();
  const cancelling = useClientState((state) => state.backtests.cancelling.includes(id));
  const can = useClientState(selectCancellable);
  const reader = useClientState(selectReader);
  const replaying = useClientState(selectReplaying);
  if (!can || reader) return null;
  return (
    <Button
      className="push"
      icon={<Cross />}
      text={cancelling ? text.cancelling : text.cancel}
      disabled={cancelling || replaying}
      onClick={() => client.send({ type: 'CancelBacktest', backtest_id: id })}
    />
  );
}
