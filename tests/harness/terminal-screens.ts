import { textOf } from '../../packages/cli/src/ui/cells.ts';
import { fixture } from '../../packages/cli/src/ui/fixture.ts';
import type { Size } from '../../packages/cli/src/ui/layout.ts';
import { screenLines } from '../../packages/cli/src/ui/screen-lines.ts';
import { helpDialog, initialScreen, type ScreenState, withList } from '../../packages/cli/src/ui/screen-state.ts';
import { viewNames } from '../../packages/cli/src/ui/view-name.ts';
import type { ClientState } from '../../packages/core/src/index.ts';
import { ok } from '../../packages/core/src/testing/index.ts';
import { moment, runningStatus, start } from './terminal-moment.ts';

/** One screen of the terminal, drawn at one size, without colours. */
export interface TerminalScreen {
  /** `<view>-<columns>x<rows>.txt` */
  readonly file: string;
  readonly size: Size;
  readonly lines: readonly string[];
}

const sizes: readonly Size[] = [
  { columns: 80, rows: 24 },
  { columns: 140, rows: 40 },
  { columns: 200, rows: 60 },
];

const question = { button: 'cancel', opened_at: 0, word: null } as const;
const waitingId = 'opportunity-77ae15';
/** What the bot announces. */
const announced = {
  status: 'ok',
  version: '0.1.0',
  uptime_seconds: 52_774,
  capabilities: [
    ...['bot.kill', 'bot.mode', 'bot.flatten', 'logs.history', 'risk', 'feeds', 'history', 'differences', 'money.v2'],
  ],
  market_detail: null,
  checks: {},
};
const none = ok({ data: [] });

/** Every view, dialog and state, at each size; empty lists at the smallest. */
export async function terminalScreens(): Promise<readonly TerminalScreen[]> {
  const running = await fixture(moment, { start });
  const live = {
    health: ok({ ...announced, market_source: 'exchange' }),
    'bot.status': ok({ ...runningStatus, mode: 'live', market_source: 'exchange' }),
  };
  const previewing = (more = {}) =>
    fixture(
      { ...moment, ...more },
      {
        start,
        afterwards: async ({ client, clock }) => {
          client.send({ type: 'PreviewOpportunity', opportunity_id: waitingId, amount: 835.12 });
          await clock.advance(100);
        },
      },
    );
  const asked = await previewing();
  const askedLive = await previewing(live);
  let isLost = false;
  const lost = await fixture(
    { ...moment, 'bot.kill': 'network' },
    {
      start,
      accepts: () => !isLost,
      afterwards: async ({ client, clock, socket, api }) => {
        isLost = true;
        client.send({ type: 'KillBot', reason: 'kill switch in the terminal' });
        for (const name of ['health', 'bot.status'] as const) api.answer(name, 'network');
        socket.latest.close(1006);
        await clock.advance(6_000);
      },
    },
  );
  const halted = await fixture(
    {
      ...moment,
      'bot.status': ok({
        ...runningStatus,
        is_running: false,
        bot_status: 'stopped',
        halted: { reason: 'kill switch in the terminal', at: new Date(start).toISOString() },
      }),
    },
    { start },
  );
  const replayed = await fixture(moment, {
    start,
    afterwards: async ({ client }) => client.journal.seek((client.journal.entries().at(-1)?.seq ?? 0) - 3),
  });
  const empty = await fixture(
    {
      ...moment,
      'opportunities.list': none,
      'orders.history': none,
      'orders.list': none,
      'logs.list': none,
      'config.current': ok({ id: 'config-1', version: 7 }),
      'wallets.balances': ok({ exchanges: [], total_usd: 0, last_updated: new Date(start).toISOString() }),
      'feeds.list': none,
      risk: ok({ state: 'active', since: null, reason: null, breakers: [], limits: [], stranded: [] }),
      'history.list': ok({ data: [], next: null, total: 0, by_code: [], kept_since: null }),
      'notifications.list': ok({ data: { notifications: [], unread_count: 0 } }),
    },
    { start },
  );
  const [order] = running.orders.items;
  if (order === undefined) throw new Error('the moment has no order');
  const waits = withList({ ...initialScreen, view: 'opportunities' }, { selected: waitingId });
  const execution = withList({ ...initialScreen, view: 'executions' }, { selected: 'execution-9c41e0' });
  const offered = (state: ClientState): Extract<ScreenState['dialog'], { kind: 'execute' }> => {
    const opportunity = state.opportunities.items.find(({ id }) => id === waitingId);
    if (opportunity === undefined) throw new Error('the moment has no opportunity that waits');
    const typed = { amount: '835.12', floor: '0.3' };
    return { kind: 'execute', opportunity, typed, field: null, isSent: false, hasAllNotes: false, ...question };
  };
  const screens: readonly (readonly [string, ClientState, ScreenState])[] = [
    ...viewNames.map((view) => [view, running, { ...initialScreen, view }] as const),
    ...viewNames.map((view) => [`empty-${view}`, empty, { ...initialScreen, view }] as const),
    ['opportunities-unfolded', running, { ...waits, unfolded: ['link'] }],
    ['executions-selected', running, execution],
    ['execution-life', running, { ...execution, detail: 0 }],
    ['feed-detail', running, { ...initialScreen, view: 'feeds', detail: 0 }],
    ['dialog-execute', asked, { ...waits, dialog: offered(asked) }],
    ['dialog-execute-live', askedLive, { ...waits, dialog: { ...offered(askedLive), button: 'confirm', word: 'LIV' } }],
    ['dialog-kill', running, { ...initialScreen, dialog: { kind: 'kill', reason: '', isTyping: false, ...question } }],
    ['dialog-cancel', running, { ...initialScreen, view: 'orders', dialog: { kind: 'cancel', order, ...question } }],
    [
      'dialog-sell',
      running,
      { ...initialScreen, view: 'balances', dialog: { kind: 'sell', exchange: 'kraken', asset: 'ETH', ...question } },
    ],
    ['dialog-palette', running, { ...initialScreen, dialog: { kind: 'palette', typed: 'kra', at: 0 } }],
    ['dialog-help', running, { ...initialScreen, view: 'opportunities', dialog: helpDialog }],
    ['state-live', askedLive, initialScreen],
    ['state-lost', lost, initialScreen],
    ['state-halted', halted, initialScreen],
    ['state-replay', replayed, { ...initialScreen, view: 'executions' }],
  ];
  return screens.flatMap(([name, state, screen]) =>
    (state === empty ? sizes.slice(0, 1) : sizes).map((size) => ({
      file: `${name}-${size.columns}x${size.rows}.txt`,
      size,
      lines: screenLines({ state, screen, size, place: 'bot-1' }).map(textOf),
    })),
  );
}
