import { Tag } from '@blueprintjs/core';
import { Dot, Stop, Time } from '@blueprintjs/icons';
import { type ClientState, none, selectBotCondition, selectStaleSince } from '@triquad/core';
import { lazy, Suspense } from 'react';
import { useClientState, useWatch } from '../../client-context.tsx';
// Rules of the cards, which come later: a style sheet of their own would be one more request.
import '../../components/Metric.module.css';
import { PageHead } from '../../components/PageHead.tsx';
import { ResourceAge } from '../../components/ResourceAge.tsx';
import { StatusTag } from '../../components/StatusTag.tsx';
import { Skeleton } from '../../elements/Skeleton.tsx';
import { timeOfDay } from '../../messages/moments.ts';
import '../../components/term/Term.module.css';
import { useMessages } from '../../messages/messages.tsx';
import styles from './dashboard.module.css';
import { selectKnowsCurves } from './known-windows.ts';
import { LimitsPanel } from './LimitsPanel.tsx';
import { MoneyPanel } from './MoneyPanel.tsx';
import { NeedsPanel } from './NeedsPanel.tsx';
import { useAskedFigures } from './use-asked-figures.ts';

const Rest = lazy(() => import('./Rest.tsx').then((file) => ({ default: file.Rest })));
const WindowChoice = lazy(() => import('./Rest.tsx').then((file) => ({ default: file.WindowChoice })));
const selectAsked = (state: ClientState) => state.health.checked_at !== null;
/** Pixels: what adds up to the money of a day. */
const topHeight = 232;
/** Placeholder height in pixels, at least the height of a window. */
const restHeight = 900;

/** Three questions: does it run safely, how much does it earn, what needs attention. */
export function Dashboard() {
  // Also shown by panels below: one call loads all.
  useWatch('summary');
  useWatch('scan');
  useWatch('wallets');
  useAskedFigures();
  const asked = useClientState(selectAsked);
  const ofWindows = useClientState(selectKnowsCurves);
  return (
    <>
      {asked && !ofWindows && <FixedCurves />}
      <PageHead isMoney>
        <RunningTag />
        <span className="row push">
          <ResourceAge resource="summary" />
          <Suspense fallback={null}>
            <WindowChoice />
          </Suspense>
        </span>
      </PageHead>
      <div className={styles.top}>
        <LimitsPanel height={topHeight} />
        <MoneyPanel height={topHeight} />
        <NeedsPanel />
      </div>
      <Suspense fallback={<Skeleton height={restHeight} />}>
        <Rest />
      </Suspense>
    </>
  );
}

/** Curves of the last 168 hours, for bots without other ranges. */
function FixedCurves() {
  useWatch('equity');
  useWatch('drawdown');
  useWatch('heatmap');
  return null;
}

function RunningTag() {
  const { dashboard, band } = useMessages();
  const condition = useClientState(selectBotCondition);
  const since = useClientState(selectStaleSince);
  if (condition === 'unknown') return <Tag minimal>{none}</Tag>;
  const running = condition === 'running';
  const text = running ? dashboard.running : dashboard.stopped;
  if (since !== null) {
    return (
      <StatusTag minimal icon={<Time />}>
        {band.unconfirmed(text, timeOfDay(since))}
      </StatusTag>
    );
  }
  return (
    <StatusTag
      minimal
      intent={running ? 'success' : condition === 'stopped' ? 'none' : 'warning'}
      icon={running ? <Dot /> : <Stop />}
    >
      {text}
    </StatusTag>
  );
}
