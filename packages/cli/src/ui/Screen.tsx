import {
  type ClientState,
  selectBotCommand,
  selectConfirmedAt,
  selectConnection,
  selectLive,
  selectMode,
  selectRecentOpportunities,
  selectStale,
  selectUptime,
} from '@triquad/core';
import { Box } from 'ink';
import { useMemo } from 'react';
import { clockTime } from './clock-time.ts';
import { DialogPane, dialogTitle } from './dialogs/DialogPane.tsx';
import { type Layout, layoutOf, type Size, smallest } from './layout.ts';
import { Footer } from './panes/Footer.tsx';
import { Header } from './panes/Header.tsx';
import { Line } from './panes/Line.tsx';
import { LogPane } from './panes/LogPane.tsx';
import { Notice } from './panes/Notice.tsx';
import { OpportunityList } from './panes/OpportunityList.tsx';
import { PerformancePanel } from './panes/PerformancePanel.tsx';
import { Rule } from './panes/Rule.tsx';
import { matching, type ScreenState, selectedRow } from './screen-state.ts';

export interface ScreenProps {
  readonly state: ClientState;
  readonly screen: ScreenState;
}

/** The whole screen, of what the client knows and the operator has chosen to see. Pure. */
export function Screen({ size, state, screen }: ScreenProps & { size: Size }) {
  const layout = layoutOf(size);
  if (layout === null) {
    return (
      <Line
        width={size.columns}
        spans={[{ text: `needs ${smallest.columns}x${smallest.rows}, has ${size.columns}x${size.rows}; q quits` }]}
      />
    );
  }
  return (
    <Box flexDirection="column" width={size.columns} height={size.rows}>
      <Header
        width={layout.columns}
        status={state.bot.status}
        command={selectBotCommand(state)}
        mode={selectMode(state)}
        health={state.health.value}
        connection={{ ...state.connection, state: selectConnection(state) }}
        uptime={isStale(state) ? null : selectUptime(state)}
        isStale={isStale(state)}
        now={state.now}
      />
      <TopPanes layout={layout} state={state} screen={screen} />
      <BottomPane layout={layout} state={state} screen={screen} />
      <Notice width={layout.columns} state={state} />
      <Footer width={layout.columns} />
    </Box>
  );
}

/** Nothing has been heard of the bot since the connection was lost: what it did then is not what it does now. */
function isStale(state: ClientState): boolean {
  const { bot, resources } = state;
  const confirmedAt = selectConfirmedAt(state);
  if (!selectStale(state) || bot.status === null) return false;
  const isOlder = confirmedAt !== null && (bot.status_at ?? 0) <= confirmedAt;
  return isOlder || resources.status.problem !== null;
}

function TopPanes({ layout, state, screen }: ScreenProps & { layout: Layout }) {
  const { columns, left, right, top } = layout;
  const isLive = !selectStale(state);
  const { items } = state.opportunities;
  const second = right === 0 ? undefined : { title: 'Performance', at: left, joint: 'down' as const };
  return (
    <>
      <Rule
        width={columns}
        title={listTitle(state)}
        active={screen.pane === 'opportunities'}
        as={selectLive(state) ? 'border' : 'quiet'}
        second={second}
      />
      <Box width={columns} height={top}>
        <OpportunityList
          opportunities={items}
          row={selectedRow(items, screen.selected)}
          width={left}
          height={top}
          now={state.now}
          isLive={isLive}
          empty={emptyList(state)}
        />
        {right > 0 && (
          <PerformancePanel
            summary={state.performance.summary}
            equity={state.performance.equity ?? []}
            status={state.bot.status}
            scan={state.scan.report}
            isLive={isLive}
            width={right}
            height={top}
          />
        )}
      </Box>
    </>
  );
}

function BottomPane({ layout, state, screen }: ScreenProps & { layout: Layout }) {
  const { columns, left, right, bottom } = layout;
  const { dialog, level, filter } = screen;
  const logged = state.logs.entries;
  const entries = useMemo(() => matching(logged, { level, filter }), [logged, level, filter]);
  const second = right === 0 ? undefined : { title: '', at: left, joint: 'up' as const };
  if (dialog !== null && dialog.kind !== 'filter') {
    return (
      <>
        <Rule width={columns} title={dialogTitle(dialog, state)} active second={second} />
        <Box height={bottom} flexDirection="column" overflow="hidden">
          <DialogPane dialog={dialog} state={state} width={columns} />
        </Box>
      </>
    );
  }
  return (
    <>
      <Rule width={columns} title={logTitle(state, screen)} active={screen.pane === 'logs'} second={second} />
      <LogPane entries={entries} back={screen.back} width={columns} height={bottom} empty="Waiting for logs..." />
    </>
  );
}

function logTitle({ logs }: ClientState, { level, filter, dialog, back }: ScreenState): string {
  const parts = [`Logs [${level}${level === 'ERROR' ? '' : '+'}]`];
  if (dialog?.kind === 'filter') parts.push(`/${dialog.typed}_`);
  else if (filter !== '') parts.push(`/${filter}`);
  if (logs.paused) parts.push(`PAUSED, ${logs.missed} missed`);
  if (back > 0) parts.push(`${back} lines back`);
  return parts.join('  ');
}

function listTitle(state: ClientState): string {
  const isStale = selectStale(state);
  if (isStale && state.resources.opportunities.loaded_at === null) return 'Opportunities';
  const last = selectConfirmedAt(state);
  const asOf = !isStale ? '' : last === null ? ', not live' : `, as of ${clockTime(last)}`;
  return `Opportunities (last 5 min: ${selectRecentOpportunities(state).length}${asOf})`;
}

function emptyList({ bot, scan }: ClientState): string {
  if (bot.status === null) return 'Waiting for the bot...';
  if (!bot.status.is_running) return 'The bot is stopped; s starts it';
  const best = scan.report?.lately.best_cycle;
  return best ? `None; the best in 5 min was ${best.profit_pct.toFixed(3)} % after fees` : 'None yet';
}
