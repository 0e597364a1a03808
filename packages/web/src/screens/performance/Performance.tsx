import { selectStale } from '@triquad/core';
import { useClient, useClientState } from '../../client-context.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import type { PanelState } from '../../components/Panel.tsx';
import { StatedSource, StatedTag } from '../../elements/stated-source.tsx';
import { useNarrow } from '../../elements/use-media.ts';
import { DayPanel, DaysPanel } from './DayPanels.tsx';
import { Figures } from './Figures.tsx';
import { dayRows } from './figures.ts';
import { GroupPanel } from './GroupPanel.tsx';
import { HourPanel } from './HourPanel.tsx';
import { MadeUnder } from './MadeUnder.tsx';
import { MoneyPanel } from './MoneyPanel.tsx';
import styles from './performance.module.css';
import { RatioPanel } from './RatioPanel.tsx';
import { RoutePanel } from './RoutePanel.tsx';
import { useMessages } from './use-messages.ts';
import { useChoice, usePerformance } from './use-performance.ts';
import { MarketLine, WindowBar } from './WindowBar.tsx';

/** Profit, its comparison with the window before, and its origin. */
export function Performance() {
  const choice = useChoice();
  const { shown, problem } = usePerformance(choice);
  const { texts, performance: text } = useMessages();
  const client = useClient();
  const stale = useClientState(selectStale);
  // Beside the title of a wide screen there is no room for it.
  const narrow = useNarrow();
  const retry = () => client.send({ type: 'Refresh', resource: 'summary' });
  const state: PanelState =
    shown !== null
      ? { kind: 'ready' }
      : problem !== null
        ? { kind: 'failed', detail: texts.problem(problem), retry }
        : { kind: 'loading' };
  const panel = { state, stale };
  const rows =
    shown === null
      ? []
      : dayRows(
          choice.days,
          shown.now,
          shown.earlier && choice.earlier && { days: choice.earlier, window: shown.earlier },
        );
  return (
    <StatedSource source={shown?.now.summary.provenance}>
      <PageHead {...(narrow && { isMoney: true as const })}>
        <WindowBar choice={choice} />
      </PageHead>
      <Figures shown={shown} stale={stale} />
      <div className={styles.under}>
        {!narrow && <StatedTag />}
        <MarketLine chosen={choice.market} />
        <MadeUnder choice={choice} />
      </div>
      <div className={styles.first}>
        <DayPanel {...panel} rows={rows} choice={choice} />
        <MoneyPanel {...panel} shown={shown} />
        <RatioPanel {...panel} shown={shown} />
      </div>
      {shown !== null && shown.now.breakdown === null ? (
        <Notice title={text.notTold} />
      ) : (
        <div className={styles.second}>
          <DaysPanel {...panel} rows={rows} choice={choice} />
          <RoutePanel {...panel} breakdown={shown?.now.breakdown ?? null} />
          <div className={styles.column}>
            <GroupPanel {...panel} breakdown={shown?.now.breakdown ?? null} />
            <HourPanel {...panel} breakdown={shown?.now.breakdown ?? null} />
          </div>
        </div>
      )}
    </StatedSource>
  );
}
