import { Button, Callout, NonIdealState } from '@blueprintjs/core';
import { ArrowLeft, Download, Error as ErrorIcon, Refresh, Repeat, Trash } from '@blueprintjs/icons';
import { backtestStage, isUnderWay, selectShownBacktest } from '@triquad/core';
import type { Backtest } from '@triquad/core/contract';
import { memo, useEffect, useRef, useState } from 'react';
import { useClient, useClientState } from '../../client-context.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { StatusMark } from '../../components/StatusMark.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { selectReplaying } from '../../shell/selectors.ts';
import { Compare } from './Compare.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { type FormTexts, formFrom } from './form.ts';
import { Progress } from './Progress.tsx';
import { ReportView } from './ReportView.tsx';
import { selectReader, selectShown } from './selectors.ts';

type Props = { reuse: (texts: FormTexts) => void };

/** The backtest that is shown: how far it is, what became of it, and its report. Typing in the form draws no chart anew. */
export const Result = memo(function Result({ reuse }: Props) {
  const { backtest: text } = useMessages();
  const shown = useClientState(selectShown);
  const starting = useClientState((state) => state.backtests.starting);
  const backtest = useClientState(selectShownBacktest);
  if (starting) return <Progress backtest={null} said={text.starting} />;
  if (shown === null) return null;
  if (shown.phase === 'opening') return <Progress backtest={null} said={text.opening} />;
  const underWay = backtest !== null && shown.report === null && isUnderWay(backtest.status);
  if (underWay && shown.phase !== 'failed') return <Progress backtest={backtest} said={text.underWay} />;
  return (
    <section aria-label={text.results}>
      <Head id={shown.id} backtest={backtest} hasReport={shown.report !== null} reuse={reuse} />
      <Outcome backtest={backtest} />
    </section>
  );
});

const reportHeight = 600;

/** What stands below the head: the report, or why there is none. */
function Outcome({ backtest }: { backtest: Backtest | null }) {
  const { backtest: text } = useMessages();
  const client = useClient();
  const shown = useClientState(selectShown);
  if (shown === null) return null;
  const { report, problem, phase, id } = shown;
  if (phase === 'failed') {
    return (
      <NonIdealState
        icon={<ErrorIcon size={32} />}
        title={text.unopened}
        description={problem?.message ?? ''}
        action={
          <Button
            icon={<Refresh />}
            text={text.retry}
            onClick={() => client.send({ type: 'OpenBacktest', backtest_id: id })}
          />
        }
      />
    );
  }
  const stage = backtestStage(backtest?.status ?? '');
  if (stage === 'failed') {
    return (
      <Callout intent="danger" title={text.failed} role="alert">
        {backtest?.error ?? text.failedWithout}
      </Callout>
    );
  }
  if (stage === 'cancelled') return <Callout title={text.cancelled}>{text.cancelledHint}</Callout>;
  return report === null ? <Skeleton height={reportHeight} /> : <ReportView report={report} backtest={backtest} />;
}

type HeadProps = Props & { id: string; backtest: Backtest | null; hasReport: boolean };

function Head({ id, backtest, hasReport, reuse }: HeadProps) {
  const { backtest: text } = useMessages();
  const client = useClient();
  const reader = useClientState(selectReader);
  const replaying = useClientState(selectReplaying);
  const going = useClientState((state) => state.backtests.deleting.includes(id));
  const [deleting, ask] = useState(false);
  const name = backtest?.config?.name || text.unnamed;
  const heading = useRef<HTMLHeadingElement>(null);
  // What was opened from the list comes into view and the keys go on from there; who types meanwhile is left alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is opened
  useEffect(() => {
    if (document.activeElement !== document.body || heading.current === null) return;
    heading.current.focus({ preventScroll: true });
    const { top } = heading.current.getBoundingClientRect();
    if (top < 0 || top > window.innerHeight / 2) heading.current.scrollIntoView();
  }, [id]);
  return (
    <>
      <div className="result-head">
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
      </div>
      <div className="row result-actions">
        {hasReport && <Compare />}
        {hasReport && <DownloadButton id={id} name={name} />}
        {backtest?.config && (
          <Button
            icon={<Repeat />}
            text={text.reuse}
            onClick={() => backtest.config && reuse(formFrom(backtest.config))}
          />
        )}
        {!reader && backtest !== null && (
          <Button
            icon={<Trash />}
            aria-label={text.deleteOf(name)}
            title={text.delete}
            disabled={replaying || going}
            onClick={() => ask(true)}
          />
        )}
      </div>
      {backtest?.config?.description && <p className="muted">{backtest.config.description}</p>}
      <DeleteDialog backtest={deleting ? backtest : null} close={() => ask(false)} />
    </>
  );
}

function DownloadButton({ id, name }: { id: string; name: string }) {
  const { backtest: text } = useMessages();
  const client = useClient();
  const saving = useClientState((state) => state.backtests.saving.includes(id));
  const replaying = useClientState(selectReplaying);
  const file = `backtest-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${id.slice(-6)}.html`;
  return (
    <Button
      intent="primary"
      icon={<Download />}
      text={text.download}
      loading={saving}
      disabled={replaying}
      onClick={() => client.send({ type: 'SaveReport', backtest_id: id, file: file.replaceAll(/-+/g, '-') })}
    />
  );
}
