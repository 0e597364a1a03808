import { Dot, Stop } from '@blueprintjs/icons';
import { none, selectBotCondition, selectMode, selectRunning, selectStale, selectUptime } from '@triquad/core';
import { useClientState, useWatch } from '../../client-context.tsx';
import { Metric } from '../../components/Metric.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { StatusTag } from '../../components/StatusTag.tsx';
import { useMedia } from '../../elements/use-media.ts';
import { number } from '../../messages/format.ts';
import { clock, shortMoment } from '../../messages/moments.ts';
import { Configuration } from './Configuration.tsx';
import { LiveLogs } from './LiveLogs.tsx';
import { LiveOpportunities } from './LiveOpportunities.tsx';
import { RecentExecutions } from './RecentExecutions.tsx';
import { selectExecutionsToday, selectFound, selectLately } from './selectors.ts';
import styles from './trading.module.css';
import { useMessages } from './use-messages.ts';

/** Pixels; two of them one above the other are as high as the configuration beside them. */
const listHeights = { wide: 648, stacked: 290 };

/** Configuration, opportunities, executions and the log on one screen. */
export function Trading() {
  useWatch('wallets');
  const height = useMedia('(min-width: 1300px)') ? listHeights.wide : listHeights.stacked;
  return (
    <>
      <PageHead isMoney>
        <Scanning />
      </PageHead>
      <Cards />
      <div className={styles.columns}>
        <Configuration />
        <LiveOpportunities height={height} />
        <RecentExecutions height={height} />
      </div>
      <LiveLogs />
    </>
  );
}

function Scanning() {
  const { control } = useMessages();
  const running = useClientState(selectRunning);
  const stale = useClientState(selectStale);
  if (running === null) return null;
  return (
    <StatusTag
      className={stale ? 'stale' : ''}
      intent={running ? 'success' : 'none'}
      icon={running ? <Dot /> : <Stop />}
    >
      {running ? control.scanning : control.stopped}
    </StatusTag>
  );
}

function Cards() {
  const { control, execution, bot } = useMessages();
  const condition = useClientState(selectBotCondition);
  const uptime = useClientState((state) => {
    const seconds = selectUptime(state);
    return seconds === null ? null : Math.floor(seconds);
  });
  const found = useClientState(selectFound);
  const lately = useClientState(selectLately);
  const since = useClientState(({ bot: { status } }) => status?.found_since ?? null);
  const foundSince = since === null ? control.foundSinceStart : control.foundSince(shortMoment(since, 0));
  const today = useClientState(selectExecutionsToday);
  const mode = useClientState(selectMode);
  const stale = useClientState(selectStale);
  const loading = condition === 'unknown';
  return (
    <div className="grid grid-4">
      <Metric
        name={control.botStatus}
        value={loading ? none : bot[condition]}
        note={uptime === null ? '' : control.runningFor(clock(uptime))}
        loading={loading}
        stale={stale}
      />
      <Metric
        name={control.found}
        value={found === null ? lately : number(found)}
        note={found === null ? control.foundLately : foundSince}
        loading={loading}
        stale={stale}
      />
      <Metric
        name={control.executionsToday}
        value={today ?? none}
        note={control.sinceMidnight}
        loading={loading}
        stale={stale}
      />
      <Metric
        name={control.mode}
        value={mode === null ? none : execution[mode]}
        note={control.modeHint}
        tone={mode === 'live' ? 'caution' : ''}
        loading={loading}
        stale={stale}
      />
    </div>
  );
}
