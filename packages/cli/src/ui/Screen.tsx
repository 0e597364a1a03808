import {
  type ClientState,
  selectBotCondition,
  selectBotStatus,
  selectFillRate,
  selectLive,
  selectOpenTicket,
  selectRecentCount,
  selectStale,
  selectStaleSince,
} from '@triquad/core';
import { Box } from 'ink';
import { useMemo } from 'react';
import { clockTime } from './clock-time.ts';
import { DialogPane, dialogTitle } from './dialogs/DialogPane.tsx';
import { openDialog } from './execution.ts';
import { type Layout, layoutOf, type Size, smallest } from './layout.ts';
import { logRows } from './log-rows.ts';
import { Footer } from './panes/Footer.tsx';
import { Header } from './panes/Header.tsx';
import { Line } from './panes/Line.tsx';
import { LogPane } from './panes/LogPane.tsx';
import { Notice } from './panes/Notice.tsx';
import { OpportunityList } from './panes/OpportunityList.tsx';
import { PerformancePanel } from './panes/PerformancePanel.tsx';
import { Rule } from './panes/Rule.tsx';
import { matching, type ScreenState, scrolledBack, selectedRow } from './screen-state.ts';

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
      <Header width={layout.columns} state={state} />
      <TopPanes layout={layout} state={state} screen={screen} />
      <BottomPane layout={layout} state={state} screen={screen} />
      <Notice width={layout.columns} state={state} screen={screen} />
      <Footer width={layout.columns} state={state} />
    </Box>
  );
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
            results={{
              summary: state.loaded.summary,
              fillRate: selectFillRate(state),
              status: selectBotStatus(state),
            }}
            equity={state.loaded.equity ?? []}
            scan={state.loaded.scan}
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
  const { level, filter } = screen;
  const dialog = openDialog(screen.dialog, selectOpenTicket(state));
  const logged = state.logs.entries;
  const rows = useMemo(() => logRows(matching(logged, { level, filter }), columns), [logged, level, filter, columns]);
  const back = scrolledBack(screen, rows.length, bottom);
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
      <Rule width={columns} title={logTitle(state, screen, back)} active={screen.pane === 'logs'} second={second} />
      <LogPane rows={rows} back={back} width={columns} height={bottom} empty="Waiting for logs..." />
    </>
  );
}

function logTitle({ logs }: ClientState, { level, filter, dialog }: ScreenState, back: number): string {
  const parts = [`Logs [${level}${level === 'ERROR' ? '' : '+'}]`];
  if (dialog?.kind === 'filter') parts.push(`/${dialog.typed}_`);
  else if (filter !== '') parts.push(`/${filter}`);
  if (logs.paused) parts.push(`PAUSED, ${logs.missed} missed`);
  if (back > 0) parts.push(`${back} rows back`);
  return parts.join('  ');
}

function listTitle(state: ClientState): string {
  const isStale = selectStale(state);
  if (isStale && state.resources.opportunities.loaded_at === null) return 'Opportunities';
  const last = selectStaleSince(state);
  const asOf = !isStale ? '' : last === null ? ', not live' : `, as of ${clockTime(last)}`;
  return `Opportunities (last 5 min: ${selectRecentCount(state)}${asOf})`;
}

function emptyList(state: ClientState): string {
  const condition = selectBotCondition(state);
  if (condition === 'unknown') return 'Waiting for the bot...';
  if (condition === 'stopped') return 'The bot is stopped; S starts it';
  if (condition !== 'running') return `The bot is ${condition === 'error' ? 'in error' : condition}`;
  const best = state.loaded.scan?.lately.best_cycle;
  return best ? `None; the best in 5 min was ${best.profit_pct.toFixed(3)} % after fees` : 'None yet';
}
