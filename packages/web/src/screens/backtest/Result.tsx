import { Button, Callout, NonIdealState } from '@blueprintjs/core';
import { Error as ErrorIcon, Refresh } from '@blueprintjs/icons';
import {
  backtestStage,
  isUnderWay,
  selectBacktestStarting,
  selectOpenBacktest,
  selectShownBacktest,
} from '@triquad/core';
import type { Backtest } from '@triquad/core/contract';
import { useClient, useClientState } from '../../client-context.tsx';
import { Skeleton } from '../../elements/Skeleton.tsx';
import { Progress } from './Progress.tsx';
import { ReportView } from './ReportView.tsx';
import { ResultHead } from './ResultHead.tsx';
import { useMessages } from './use-messages.ts';

type Props = { reuse: (config: NonNullable<Backtest['config']>) => void };

/** The backtest on screen: its progress, then its report or why there is none. */
export function Result({ reuse }: Props) {
  const { backtest: text } = useMessages();
  const shown = useClientState(selectOpenBacktest);
  const starting = useClientState(selectBacktestStarting);
  const backtest = useClientState(selectShownBacktest);
  if (starting) return <Progress backtest={null} said={text.starting} />;
  if (shown === null) return null;
  if (shown.phase === 'opening') return <Progress backtest={null} said={text.opening} />;
  const underWay = backtest !== null && shown.report === null && isUnderWay(backtest.status);
  if (underWay && shown.phase !== 'failed') return <Progress backtest={backtest} said={text.underWay} />;
  return (
    <section aria-label={text.results}>
      <ResultHead id={shown.id} backtest={backtest} hasReport={shown.report !== null} reuse={reuse} />
      <Outcome backtest={backtest} />
    </section>
  );
}

const reportHeight = 600;

/** Below the head: the report, or why there is none. */
function Outcome({ backtest }: { backtest: Backtest | null }) {
  const { backtest: text, texts } = useMessages();
  const client = useClient();
  const shown = useClientState(selectOpenBacktest);
  if (shown === null) return null;
  const { report, problem, phase, id } = shown;
  if (phase === 'failed') {
    return (
      <NonIdealState
        icon={<ErrorIcon size={32} />}
        title={text.unopened}
        description={problem === null ? '' : texts.problem(problem)}
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
