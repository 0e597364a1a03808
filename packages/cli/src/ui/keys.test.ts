import { type Command, type Facts, factsOfAnswers, type Ticket } from '@triquad/core';
import { BotConfig, type BotStatus, type Opportunity, type Order } from '@triquad/core/contract';
import { createTestClient, logEntry } from '@triquad/core/testing';
import { english } from '@triquad/core/texts';
import { describe, expect, test } from 'vitest';
import { boundsOf } from './bounds.ts';
import { importingOf } from './import-rows.ts';
import { chordOf, press } from './keys.ts';
import {
  type ActionDialog,
  type Dialog,
  type ExecuteDialog,
  focusOf,
  helpDialog,
  initialScreen,
  type ScreenState,
  withList,
} from './screen-state.ts';
import type { Shown } from './shown.ts';
import type { Row } from './view.ts';

const [first, second, third] = ['one', 'two', 'three'].map(
  (id) => ({ id, capital_required: 500, is_valid: true }) as Opportunity,
);
const opportunities = [first, second, third].filter((each) => each !== undefined);

const facts: Facts = factsOfAnswers(null, null);
const shown: Shown = {
  facts,
  opportunities,
  condition: 'running',
  isRunning: true,
  status: { max_capital_per_route: 1000 } as BotStatus,
  mode: 'paper',
  threshold: 0.4,
  ticket: null,
  isReplaying: false,
  isLive: true,
  failedSince: null,
  isKillUnconfirmed: false,
  canFlatten: true,
  importing: importingOf(createTestClient().client.getSnapshot()),
  flatten: { phase: 'closed', answer: null, problem: null },
  isKillRefused: false,
  residuals: [],
  limits: { config: null, isWritable: true, work: null },
  canSell: true,
  list: { rows: [], at: -1 },
  lists: ['opportunities', 'executions', 'logs'],
  pageSize: 10,
  detailRest: 100,
  helpRest: 0,
  choices: [],
  given: { state: createTestClient().client.getSnapshot(), screen: initialScreen, now: 0 },
  now: 0,
};
const stopped = { condition: 'stopped', isRunning: false } as const;

const rowOf = (opportunity: Opportunity): Row => ({
  id: opportunity.id,
  cells: () => ({ percent: { text: '1', by: 1 } }),
  panes: () => [],
  target: { kind: 'opportunity', opportunity },
  related: [opportunity.id],
});

/** The list as the screen has it, with the row that the state marks. */
const listOf = (state: ScreenState, given: Partial<Shown>): Shown['list'] => {
  if (given.list !== undefined) return given.list;
  const rows = (given.opportunities ?? opportunities).map(rowOf);
  const { selected } = state.lists[focusOf(state)];
  return {
    rows,
    at: Math.max(
      0,
      rows.findIndex(({ id }) => id === selected),
    ),
  };
};
const marked = (id: string | null) => withList(initialScreen, { selected: id });

type Stroke = string | Partial<Parameters<typeof press>[2]>;

/** The facts of a client that shows this. */
const factsOf = ({ facts: own, mode, condition, isRunning, ticket }: Shown): Facts => ({
  ...own,
  isExecuting: ticket?.phase === 'executing' || ticket?.phase === 'requoting',
  mode,
  isRunning: isRunning === true,
  isHalted: condition === 'halted',
  lifecycle: condition === 'halted' ? 'stopped' : condition,
});

/** The state after all strokes, a second apart unless said otherwise, and every command on the way. */
function type(
  strokes: readonly Stroke[],
  given: Partial<Shown> = {},
  from: ScreenState = initialScreen,
  apart = 1_000,
) {
  let state = from;
  let now = apart;
  const commands: (Command | 'quit')[] = [];
  for (const stroke of strokes) {
    const [input, key] = typeof stroke === 'string' ? [stroke, {}] : ['', stroke];
    const known = { ...shown, ...given };
    const pressed = press(state, input, key, { ...known, facts: factsOf(known), list: listOf(state, given), now });
    state = pressed.state;
    if (pressed.command !== null) commands.push(pressed.command);
    if (pressed.errand === 'quit') commands.push('quit');
    now += apart;
  }
  return { state, commands };
}

const enter = { return: true };
const leave = { escape: true };
const tab = { tab: true };
const down = { downArrow: true };
const word = (text: string): Stroke[] => [...text];

describe('start and stop', () => {
  test('S asks before it starts a bot, with Cancel marked', () => {
    expect(type(['S'], stopped).state.dialog).toEqual({
      kind: 'start',
      button: 'cancel',
      opened_at: 1_000,
      word: null,
    });
    expect(type(['S', enter], stopped)).toEqual({ state: initialScreen, commands: [] });
    expect(type(['S', tab, enter], stopped)).toEqual({ state: initialScreen, commands: [{ type: 'StartBot' }] });
  });

  test('S asks before it stops a bot', () => {
    expect(type(['S', enter])).toEqual({ state: initialScreen, commands: [] });
    expect(type(['S', leave])).toEqual({ state: initialScreen, commands: [] });
    expect(type(['S', 'q'])).toEqual({ state: initialScreen, commands: [] });
    expect(type(['S', tab, enter]).commands).toEqual([{ type: 'StopBot' }]);
  });

  test.each([
    ['error', true, 'stop'],
    ['error', false, 'start'],
    ['error', null, 'start'],
    ['starting', null, 'stop'],
  ] as const)('S of a bot in %s that runs (%s) asks to %s it', (condition, isRunning, kind) => {
    expect(type(['S'], { condition, isRunning }).state.dialog?.kind).toBe(kind);
  });

  test.each([
    ['unknown', 'The state of the bot is not known yet'],
    ['halted', 'The bot is halted: lift the halt first'],
  ] as const)('S of a bot that is %s says why it does nothing', (condition, notice) => {
    const given = { condition, isRunning: false };
    expect(type(['S', tab, enter], given).commands).toEqual([]);
    expect(type(['S'], given).state).toEqual({ ...initialScreen, notice });
    expect(type(['S', 'j'], given).state.notice).toBe(null);
  });

  test('a bot whose mode is unknown is started by the word alone', () => {
    const unknown = { ...stopped, mode: null };
    expect(type(['S', tab, enter], unknown).commands).toEqual([]);
    expect(type(['S', tab, enter, ...word('LIVE'), enter], unknown).commands).toEqual([
      { type: 'StartBot', confirm: 'LIVE' },
    ]);
  });

  test.each(['stale', 'lost'] as const)(
    'while the connection is %s only stop, kill and cancel are asked',
    (connection) => {
      const silent = { facts: { ...facts, connection } };
      const text = 'The bot is not confirmed to be listening: wait for the connection';
      expect(type(['S'], { ...silent, ...stopped }).state.notice).toBe(text);
      expect(type(['X'], silent).state.notice).toBe(text);
      expect(type(['S', tab, enter], silent).commands).toEqual([{ type: 'StopBot' }]);
      expect(type(['K', tab, enter], silent).commands).toHaveLength(1);
    },
  );

  test('U lifts the halt of a bot that is halted, and of no other', () => {
    expect(type(['U', tab, enter], { condition: 'halted' }).commands).toEqual([{ type: 'ResetKill' }]);
    expect(type(['U', tab, enter])).toMatchObject({ commands: [] });
  });

  test('the kill switch asks once, whatever the state', () => {
    const unknown = { condition: 'unknown', isRunning: null, mode: null } as const;
    expect(type(['K', tab, enter], unknown).commands).toEqual([
      { type: 'KillBot', reason: 'kill switch in the terminal' },
    ]);
    expect(type(['K', tab, tab, enter]).commands).toEqual([]);
    expect(type(['k'])).toEqual({ state: marked('one'), commands: [] });
  });
});

describe('real money asks for the word LIVE', () => {
  const live = { mode: 'live' } as const;
  const ticket = {
    has_previews: true,
    phase: 'previewed',
    refusal: null,
    preview: { amount: 500, expected_profit: null },
  } as Ticket;
  const execution = { type: 'ExecuteOpportunity', opportunity_id: 'one', amount: 500, min_profit_pct: 0.4 } as const;

  test.each<[string, Stroke, Partial<Shown>, Command]>([
    ['start', 'S', { ...stopped, ...live }, { type: 'StartBot', confirm: 'LIVE' }],
    ['execute', 'X', { ...live, ticket }, { ...execution, dry_run: false, confirm: 'LIVE' }],
    ['change to live', 'M', { ...stopped, mode: 'paper' }, { type: 'ChangeMode', mode: 'live', confirm: 'LIVE' }],
  ])('%s', (_, key, given, command) => {
    const sent = (strokes: Stroke[]) =>
      type([key, ...strokes], given).commands.filter((one) => one === 'quit' || one.type !== 'PreviewOpportunity');
    expect(sent([tab, enter])).toEqual([]);
    expect(sent([tab, enter, enter])).toEqual([]);
    expect(sent([tab, enter, ...word('live'), enter])).toEqual([]);
    expect(sent([tab, enter, ...word('LIV'), enter])).toEqual([]);
    expect(sent([tab, enter, ...word('LIVER'), enter])).toEqual([]);
    expect(sent([tab, enter, ...word('LIX'), { backspace: true }, ...word('VE'), enter])).toEqual([command]);
    expect(sent([tab, enter, ...word('LIVE'), leave])).not.toContainEqual(command);
  });

  test('also when the mode became live while the dialog was open', () => {
    const { state } = type(['S', tab], stopped);
    expect(type([enter], { ...stopped, ...live }, state, 10_000).state.dialog).toMatchObject({
      kind: 'start',
      word: '',
    });
  });

  test('and is not moved once the mode is no longer known', () => {
    const { state } = type(['X', tab, enter, ...word('LIVE')], live);
    expect(type([enter], { mode: null }, state).commands).toEqual([]);
  });

  test('stop and kill never ask for it', () => {
    expect(type(['S', tab, enter], live).commands).toEqual([{ type: 'StopBot' }]);
    expect(type(['K', tab, enter], live).commands).toHaveLength(1);
  });
});

describe('opportunities', () => {
  test('the pointer follows the keys and stays within the list', () => {
    const selected = (strokes: Stroke[]) => type(strokes).state.lists.opportunities.selected;
    expect(selected([down])).toBe('two');
    expect(selected(['j', 'j', 'k'])).toBe('two');
    expect(selected([{ end: true }])).toBe('three');
    expect(selected([{ pageDown: true }, down])).toBe('three');
    expect(selected(['G', 'g'])).toBe('one');
    expect(type([down], { opportunities: [] }).state.lists.opportunities.selected).toBe(null);
    expect(selected(['d'])).toBe('three');
    expect(selected(['G', 'u'])).toBe('one');
  });

  test('X asks for a preview, and executes only what is confirmed', () => {
    const { state, commands } = type([down, 'X']);
    expect(state.dialog).toEqual({
      kind: 'execute',
      opportunity: second,
      typed: { amount: null, floor: null },
      field: null,
      button: 'cancel',
      opened_at: 2_000,
      word: null,
      isSent: false,
      hasAllNotes: false,
    });
    expect(commands).toEqual([{ type: 'PreviewOpportunity', opportunity_id: 'two', amount: 500 }]);
    expect(type([tab, enter], {}, state, 10_000).commands).toEqual([]);
    expect(type([tab, enter], inPhase('previewed'), state, 10_000).commands).toMatchObject([
      { type: 'ExecuteOpportunity', opportunity_id: 'two', amount: 100, dry_run: true },
    ]);
    expect(type([enter], {}, state, 10_000).commands).toEqual([{ type: 'CloseTicket' }]);
  });

  test('what is executed is what was asked about, with the amount of its preview', () => {
    const { state } = type([down, 'X']);
    const ticket = {
      has_previews: true,
      phase: 'previewed',
      refusal: null,
      preview: { amount: 321.5, expected_profit: 2.5 },
    } as Ticket;
    const moved = opportunities.toReversed();
    expect(type([tab, enter], { opportunities: moved, ticket }, state, 10_000).commands).toEqual([
      {
        type: 'ExecuteOpportunity',
        opportunity_id: 'two',
        amount: 321.5,
        dry_run: true,
        expected_profit: 2.5,
        min_profit_pct: 0.4,
      },
    ]);
  });

  const preview = { amount: 100, expected_profit: 1, expected_profit_pct: 1 } as Ticket['preview'];
  const inPhase = (phase: Ticket['phase'], refusal: Ticket['refusal'] = null) => ({
    ticket: { has_previews: true, phase, refusal, preview } as Ticket,
  });

  test.each<[Ticket['phase'], Ticket['refusal'], boolean | undefined]>([
    ['previewed', 'below_floor', undefined],
    ['previewed', 'executed_meanwhile', true],
    ['previewed', 'unsettled', true],
  ])('one that was refused (%s, %s) stays open, with the amounts of the new preview', (phase, refusal, again) => {
    const sent = type(['X', tab, enter], inPhase('previewed')).state;
    expect(sent.dialog).toMatchObject({ kind: 'execute', button: 'cancel', isSent: true });
    const { commands } = type([tab, enter], inPhase(phase, refusal), sent, 10_000);
    expect(commands).toMatchObject([{ type: 'ExecuteOpportunity', amount: 100, min_profit_pct: 0.4 }]);
    expect((commands[0] as { again?: boolean }).again).toBe(again);
  });

  test.each<Ticket['phase']>(['executing', 'requoting'])('while it is %s, it is not sent twice', (phase) => {
    const sent = type(['X', tab, enter], inPhase('previewed')).state;
    expect(type([tab, enter], inPhase(phase), sent, 10_000).commands).toEqual([]);
  });

  test.each<Ticket['phase']>(['executed', 'failed'])('once it is %s, its dialog is closed', (phase) => {
    const sent = type(['X', tab, enter], inPhase('previewed')).state;
    expect(type(['r'], inPhase(phase), sent, 10_000)).toMatchObject({
      state: { dialog: null },
      commands: [{ type: 'Reconnect' }],
    });
  });

  test.each<[string, Partial<Shown>]>([
    ['has expired', { opportunities: [{ ...first, is_valid: false } as Opportunity] }],
    ['has left the list', { opportunities: [] }],
    ['is not previewed yet', { ticket: { has_previews: true, phase: 'previewing' } as Ticket }],
    ['has an unknown mode', { mode: null }],
  ])('an opportunity that %s is not executed', (_, given) => {
    const { state } = type(['X']);
    expect(type([tab, enter, enter], given, state, 10_000).commands).toEqual([]);
  });

  const executed = (strokes: Stroke[], given: Partial<Shown> = inPhase('previewed')) =>
    type(['X', ...strokes, tab, enter], given).commands.slice(1);

  test('a typed amount is previewed and sent; Escape brings back the one before', () => {
    const amounts = (strokes: Stroke[]) => executed(strokes).map((one) => (one as { amount?: number }).amount);
    expect(amounts(['a', ...word('250.5'), enter])).toEqual([250.5, 250.5]);
    expect(amounts(['a', ...word('250'), leave])).toEqual([100]);
    expect(amounts(['a', ...word('250'), enter, 'a', ...word('9'), leave])).toEqual([250, 250]);
    expect(amounts(['a', ...word('25'), { backspace: true }, enter])).toEqual([2, 2]);
    expect(amounts(['a', ...word('250'), enter, 'a', enter])).toEqual([250, 500, 100]);
  });

  test.each(['0', '-5', 'x', '1.500', '1,5,0'])('an amount of %s is not taken, and nothing is sent', (text) => {
    expect(executed(['a', ...word(text), enter])).toEqual([]);
  });

  test('more than can be placed is not sent', () => {
    const small = {
      ticket: {
        has_previews: true,
        phase: 'previewed',
        refusal: null,
        preview: { ...preview, max_amount: 200 },
      } as Ticket,
    };
    expect(executed(['a', ...word('250'), enter], small)).toMatchObject([{ type: 'PreviewOpportunity' }]);
    expect(executed(['a', ...word('200'), enter], small)).toHaveLength(2);
  });

  test('a typed floor is sent, 0 and a negative one too; an empty one takes the proposed one again', () => {
    const floors = (strokes: Stroke[]) =>
      executed(strokes).map((one) => (one as { min_profit_pct?: number }).min_profit_pct);
    expect(floors(['f', ...word('0,25'), enter])).toEqual([0.25]);
    expect(floors(['f', ...word('0'), enter])).toEqual([0]);
    expect(floors(['f', ...word('-0.1'), enter])).toEqual([-0.1]);
    expect(floors(['f', ...word('9'), enter, 'f', enter])).toEqual([0.4]);
  });

  test('m takes all that can be placed, t the best of the other type out of the same dislocation', () => {
    const most = {
      ticket: {
        has_previews: true,
        phase: 'previewed',
        refusal: null,
        preview: { ...preview, max_amount: 912.4 },
      } as Ticket,
    };
    expect(type(['X', 'm'], most).commands.slice(1)).toEqual([
      { type: 'PreviewOpportunity', opportunity_id: 'one', amount: 912.4 },
    ]);
    const cycle = (id: string, fields: Partial<Opportunity>) =>
      ({ ...first, id, dislocation_id: 'd', type: 'QUAD', profit_pct: 0.3, ...fields }) as Opportunity;
    const found = [
      cycle('same type', { type: 'TRI', profit_pct: 2 }),
      cycle('less', { profit_pct: 0.2 }),
      cycle('best', {}),
      cycle('gone', { profit_pct: 1, is_valid: false }),
      cycle('of another move', { profit_pct: 1, dislocation_id: 'e' }),
    ];
    const state = type(['X']).state;
    const dialog = { ...(state.dialog as ExecuteDialog), opportunity: cycle('one', { type: 'TRI' }) };
    const taken = type(['t'], { opportunities: found }, { ...state, dialog }, 10_000);
    expect(taken.state.dialog).toMatchObject({ opportunity: { id: 'best' }, button: 'cancel' });
    expect(taken.commands).toMatchObject([{ type: 'PreviewOpportunity', opportunity_id: 'best' }]);
    expect(type(['t'], { opportunities: [] }, { ...state, dialog }, 10_000).commands).toEqual([]);
  });

  test('nothing is sent while a figure is typed', () => {
    expect(type(['X', tab, 'a', ...word('25')], inPhase('previewed')).commands).toHaveLength(1);
    expect(type(['X', 'a', 'q'], inPhase('previewed')).state.dialog).toMatchObject({ typed: { amount: 'q' } });
  });

  test('without an opportunity, X sends nothing', () => {
    expect(type(['X', enter], { opportunities: [] }).commands).toEqual([]);
  });
});

describe('mode', () => {
  test('is changed only while the bot is stopped', () => {
    expect(type(['M', tab, enter], { mode: 'live' }).commands).toEqual([]);
    expect(type(['M', tab, enter], { ...stopped, mode: 'live' }).commands).toEqual([
      { type: 'ChangeMode', mode: 'paper' },
    ]);
  });

  test('that is unknown is not changed', () => {
    expect(type(['M'], { ...stopped, mode: null }).state.notice).toBe('the mode is unknown');
  });
});

describe('roles', () => {
  const as = (role: 'viewer' | 'operator') => ({ facts: { ...facts, role } });

  test.each(['S', 'K', 'X'])('%s of a viewer says that it needs an operator, and sends nothing', (key) => {
    const { state, commands } = type([key, tab, enter], as('viewer'));
    expect({ dialog: state.dialog, commands }).toEqual({ dialog: null, commands: [] });
    expect(type([key], as('viewer')).state.notice).toBe('Your role is viewer: this needs the role operator');
  });

  test('an operator sees that the mode and a halt need an admin', () => {
    expect(type(['M'], { ...stopped, ...as('operator') }).state.notice).toBe(
      'Your role is operator: this needs the role admin',
    );
    expect(type(['U'], { condition: 'halted', ...as('operator') }).state.notice).toMatch(/needs the role admin/);
    expect(type(['K', tab, enter], as('operator')).commands).toHaveLength(1);
  });
});

describe('views and lists', () => {
  const order = { id: 'o', symbol: 'BTC/USDT' } as Order;
  const on = (target: Row['target'], more: Partial<Row> = {}): Partial<Shown> => ({
    list: { rows: [{ ...rowOf(first as Opportunity), target, ...more }], at: 0 },
  });

  test('digits open views, q goes back through them and quits at the top', () => {
    expect(type(['6']).state.view).toBe('risk');
    expect(type(['6', '9', '!', 'a']).state.view).toBe('notifications');
    expect(type(['6', '9', 'q']).state.view).toBe('risk');
    expect(type(['6', 'q', 'q'])).toEqual({ state: initialScreen, commands: ['quit'] });
    expect(type(['6', leave, leave, leave])).toEqual({ state: initialScreen, commands: [] });
  });

  test('the filter is typed in place; Enter keeps it, Escape brings back the one before', () => {
    const filter = (strokes: Stroke[]) => type(strokes).state.lists.opportunities.filter;
    expect(filter(['/', 'l', 'e', 'g', enter])).toBe('leg');
    expect(filter(['/', 'l', enter, '/', 'x', leave])).toBe('l');
    expect(filter(['/', 'a', 'b', { delete: true }])).toBe('a');
    expect(filter(['/', 'a', enter, leave])).toBe('');
    expect(type(['/', 'q', 'S', leave])).toEqual({ state: initialScreen, commands: [] });
  });

  test('Tab goes through the lists of the overview and nowhere else', () => {
    const pane = (strokes: Stroke[]) => type(strokes).state.pane;
    expect([pane([tab]), pane([tab, tab]), pane([tab, tab, tab])]).toEqual(['executions', 'logs', 'opportunities']);
    expect(pane([{ tab: true, shift: true }])).toBe('logs');
    expect(pane(['2', tab])).toBe('opportunities');
  });

  test('Enter opens the detail of the row in its own view, and q comes back to the same row', () => {
    const life = { type: 'LoadLife', id: 'one' } as const;
    const { state, commands } = type([enter], on(undefined, { opens: life }));
    expect({ view: state.view, detail: state.detail, selected: state.lists.opportunities.selected }).toEqual({
      view: 'opportunities',
      detail: 0,
      selected: 'one',
    });
    expect(commands).toEqual([life]);
    expect(type(['j', 'j', 'k'], {}, state).state.detail).toBe(1);
    expect(type(['G'], { detailRest: 7 }, state).state.detail).toBe(7);
    expect(type(['l'], {}, state).state.lists.opportunities.selected).toBe('two');
    expect(type(['q'], {}, state).state).toMatchObject({ view: 'opportunities', detail: null });
  });

  test('Enter on a row of another view opens the record there', () => {
    const { state } = type(['!', enter], on({ kind: 'record', view: 'risk', id: 'position/BTC' }));
    expect([state.view, state.lists.risk.selected]).toEqual(['risk', 'position/BTC']);
    expect(type(['q'], {}, state).state.view).toBe('attention');
  });

  test('s goes through the columns, z zooms, t, v and w choose what is shown', () => {
    const { state } = type(['2', 's', 'z', 't', 't']);
    expect(state.lists.opportunities.sort).toBe('percent');
    expect({ isZoomed: state.isZoomed, types: state.types }).toEqual({ isZoomed: true, types: 'QUAD' });
    expect(type(['2', 's', 's']).state.lists.opportunities.sort).toBe(null);
    expect(type(['9', 'v']).state.level).toBe('WARNING');
    expect(type(['9', 'v', 'v', 'v', 'v']).state.level).toBe('INFO');
    expect(type(['v']).state.level).toBe('INFO');
    expect(type(['7', 'w', 'w']).state.window).toBe('week');
  });

  test('l unfolds a group and h folds it', () => {
    const group = on(undefined, { group: 'd' });
    expect(type(['l'], group).state.unfolded).toEqual(['d']);
    expect(type(['l', { leftArrow: true }], group).state.unfolded).toEqual([]);
  });

  test('C cancels the marked order after asking, and no other row', () => {
    const target = on({ kind: 'order', order });
    expect(type(['C', tab, enter], target).commands).toEqual([{ type: 'CancelOrder', order_id: 'o' }]);
    expect(type(['C', enter], target).commands).toEqual([]);
    expect(type(['C']).state.notice).toMatch(/only a working order/);
  });

  test('R says that the bot resyncs by itself, and on other lists that there is no connection', () => {
    expect(type(['8', 'R']).state.notice).toMatch(/the bot resyncs books and reconnects by itself/);
    expect(type(['R']).state.notice).toMatch(/only a connection is resynced/);
    expect(type(['8', 'R', tab, enter]).commands).toEqual([]);
  });

  const way_out = { market: 'ETH/USDT' };
  const residuals = [{ exchange: 'kraken', asset: 'ETH', way_out }] as unknown as Shown['residuals'];
  const residual = on({ kind: 'residual', exchange: 'kraken', asset: 'ETH' });

  describe('L on a limit', () => {
    const limit = {
      name: 'position',
      scope: 'BTC',
      limit: 25_000,
      used: 20_558,
      unit: 'usd',
      provenance: null,
      share: 0.82,
    } as const;
    const own = { max_position: 25_000, max_daily_volume: 250_000 };
    const config = BotConfig.parse({
      id: 'c',
      version: 3,
      risk: { assets: { BTC: own }, cooldown_after_failure_seconds: 30, stop_loss_pct: 5 },
    });
    const known = { limits: { config, isWritable: true, work: null }, ...on({ kind: 'limit', limit }) };
    const save = (parameters: object) => ({ type: 'SaveParameters', setting: 'risk', parameters, version: 3 });
    const asset = { assets: { BTC: { ...own, max_position: 30_000 } } };
    const risk = { ...asset, cooldown_after_failure_seconds: 30, stop_loss_pct: 5 };

    test('types a figure, asks, and sends the configuration with it once', () => {
      const typed = ['6', 'L', ...word('30000'), enter, tab, enter];
      // The next Enter meets Cancel.
      const { state, commands } = type([...typed, enter], known);
      expect({ commands, dialog: state.dialog }).toEqual({ commands: [save({ risk })], dialog: null });
      expect(type(typed.slice(0, -2), known).commands).toEqual([]);
      expect(type(['6', 'L', ...word('S'), leave], known)).toMatchObject({ state: { dialog: null }, commands: [] });
    });

    test('while it is sent nothing more is, and a refusal can be answered', () => {
      const sent = type(['6', 'L', ...word('30000'), enter, tab, enter], known).state;
      const work = {
        action: 'save',
        seq: 9,
        success: null,
        message: null,
        latency_ms: null,
        permissions: null,
      } as const;
      const later = { ...sent, dialog: sent.dialog && { ...sent.dialog, opened_at: 0 } } as ScreenState;
      const after = (phase: 'busy' | 'done' | 'failed') => {
        const limits = { ...known.limits, work: { ...work, phase, problem: null } };
        return type([tab, enter], { ...known, limits }, later).commands;
      };
      expect(type([tab, enter], known, later).commands).toEqual([]);
      expect([after('busy'), after('done'), after('failed')]).toEqual([[], [], [save({ risk })]]);
    });

    test.each([
      ['a figure that is none', '3x', known],
      ['10,000, which could be ten', '10,000', known],
      ['1.500, which could be 1500', '1.500', known],
      ['a figure that the bot never takes', '-1', known],
      ['nothing', '', known],
      ['a bot that takes none', '30000', { ...known, limits: { ...known.limits, isWritable: false } }],
      ['a configuration that is not read', '30000', { ...known, limits: { ...known.limits, config: null } }],
      [
        'an asset that the configuration does not have',
        '30000',
        { ...known, ...on({ kind: 'limit', limit: { ...limit, scope: 'ETH' } }) },
      ],
    ])('%s is not sent', (_, text, given) => {
      expect(type(['6', 'L', ...word(text), enter, tab, enter], given).commands).toEqual([]);
    });

    test.each([
      ['capital_per_route', { max_capital_per_route: 500 }],
      ['total_capital', { total_capital: 500 }],
      ['daily_drawdown', {}],
      ['cooldown', { risk: { ...risk, assets: { BTC: own }, cooldown_after_failure_seconds: 500 } }],
      ['stop_loss', {}],
      ['daily_volume', { risk: { ...risk, assets: { BTC: { ...own, max_daily_volume: 500 } } } }],
    ] as const)('%s changes its own field alone', (name, parameters) => {
      const { commands } = type(['6', 'L', ...word('500'), enter, tab, enter], {
        ...known,
        ...on({ kind: 'limit', limit: { ...limit, name } }),
      });
      // No share above 100 % is taken.
      expect(commands).toEqual(Object.keys(parameters).length === 0 ? [] : [save(parameters)]);
    });

    test.each([
      ['max_unwind_loss_pct', '0.5', 0.5],
      ['max_profit_pct', '5', 5],
      ['max_unwind_loss_pct', '101', null],
    ] as const)('%s of %s changes the bound alone, within 0 and 100', (name, typed, value) => {
      const bounds = { ...config.risk, max_unwind_loss_pct: 1, max_profit_pct: 3 };
      const bounded = BotConfig.parse({ ...config, risk: bounds });
      const [first, second] = boundsOf(bounded);
      const bound = name === 'max_profit_pct' ? second : first;
      const { commands } = type(['6', 'L', ...word(typed), enter, tab, enter], {
        limits: { ...known.limits, config: bounded },
        ...on({ kind: 'limit', limit: bound ?? expect.unreachable() }),
      });
      expect(commands).toEqual(value === null ? [] : [save({ risk: { ...bounds, [name]: value } })]);
      expect(boundsOf(config)).toEqual([]);
    });

    test('is for an admin, and for limits alone', () => {
      expect(type(['6', 'L'], { ...known, facts: { ...facts, role: 'operator' } }).state.notice).toMatch(
        /needs the role admin/,
      );
      expect(type(['L']).state.notice).toBe('only a limit can be changed: 6 lists them');
    });
  });

  test('F on a residual position sells that one after asking; live money takes the word', () => {
    const sale = { type: 'ResolveStranded', exchange: 'kraken', asset: 'ETH', action: 'sell' };
    expect(type(['F', tab, enter], { ...residual, residuals }).commands).toEqual([sale]);
    expect(type(['F', tab, enter], { ...residual, residuals, mode: 'live' }).commands).toEqual([]);
    const live = { ...residual, residuals, mode: 'live' } as const;
    const worded = { ...sale, confirm: 'LIVE' };
    expect(type(['F', tab, enter, ...word('LIVE'), enter], live).commands).toEqual([worded]);
  });

  test('F among the balances asks nothing before residual positions are read', () => {
    const unread = { canSell: true, canFlatten: true, residuals: null };
    const early = type(['5', 'F'], unread);
    expect(early).toMatchObject({ state: { dialog: null }, commands: [] });
    expect(early.state.notice).toMatch(/still being read/);
    expect(type(['F'], unread).state.dialog).toMatchObject({ kind: 'flatten' });
  });

  test('one that is gone, or that no book takes, is not sold', () => {
    const stuck = [{ exchange: 'kraken', asset: 'ETH', way_out: null }] as unknown as Shown['residuals'];
    expect(type(['F', tab, enter], residual).commands).toEqual([]);
    expect(type(['F', tab, enter], { ...residual, residuals: stuck }).commands).toEqual([]);
  });

  test('y copies the id of the row, e saves the rows as they are shown', () => {
    const pressed = (key: string) => press(initialScreen, key, {}, { ...shown, list: listOf(initialScreen, {}) });
    expect(pressed('y')).toMatchObject({ errand: { copy: 'one' }, state: { notice: 'copied one' } });
    expect(pressed('e').errand).toMatchObject({
      save: 'triquad-opportunities-19700101T000000Z.csv',
      content: expect.stringMatching(/^id,type,exchange,[^\r]*\r\none,[^\r]*\r\ntwo,/),
    });
    expect(press(initialScreen, 'e', {}, shown).state.notice).toBe('there is no row to export');
  });

  test('o shows the log lines that name the record', () => {
    const { state } = type(['o'], on(undefined, { related: ['a.1', '', 'b'] }));
    expect([state.view, state.lists.logs.filter]).toEqual(['logs', 'a\\.1|b']);
  });

  test('the end of the log follows what comes', () => {
    const log = { ...initialScreen, view: 'logs' } as const;
    expect(type(['k', 'k', 'G'], {}, log).state.lists.logs.selected).toBe(null);
    expect(type(['j', 'k'], {}, log).state.lists.logs.selected).toBe('one');
  });

  test('the palette opens what is chosen, and its commands ask as their keys do', () => {
    const choices: Shown['choices'] = [
      { kind: 'view', view: 'executions', id: 'e1', text: 'execution e1', hint: '3' },
      { kind: 'key', key: 'K', text: 'kill switch…', hint: 'K' },
    ];
    const { state } = type([':', ...word('ab'), enter], { choices });
    expect([state.view, state.lists.executions.selected, state.dialog]).toEqual(['executions', 'e1', null]);
    const asked = type([':', down, enter], { choices });
    expect(asked).toMatchObject({ state: { dialog: { kind: 'kill', button: 'cancel' } }, commands: [] });
    expect(type([':', 'S', 'K', leave], { choices })).toEqual({ state: initialScreen, commands: [] });
    expect(type([':', enter]).commands).toEqual([]);
  });

  test('p pauses the screen as it is, and lets it follow again', () => {
    expect(type(['p']).state.frozen).toBe(shown.given.state);
    expect(type(['p', 'p'])).toEqual({ state: initialScreen, commands: [] });
    expect(type(['p', '['])).toEqual({ state: initialScreen, commands: [] });
  });

  test('n and N go from match to match of the last search, round the ends of the list', () => {
    const rowsOf = (...ids: string[]) => ids.map((id) => rowOf({ id } as Opportunity));
    const rows = rowsOf('a1', 'b', 'a2', 'c', 'a3');
    const at = (...strokes: Stroke[]) => {
      let state = type(['2', '/', 'a', '\\', 'd', enter, leave]).state;
      for (const stroke of strokes) {
        const { selected } = state.lists.opportunities;
        const list = {
          rows,
          at: Math.max(
            0,
            rows.findIndex(({ id }) => id === selected),
          ),
        };
        state = type([stroke], { list }, state).state;
      }
      return state.lists.opportunities.selected;
    };
    expect([at('n'), at('n', 'n'), at('n', 'n', 'n')]).toEqual(['a2', 'a3', 'a1']);
    expect([at('N'), at('N', 'N'), at('j', 'N'), at('j', 'n')]).toEqual(['a3', 'a2', 'a1', 'a2']);
    expect(type(['n']).state.notice).toBe('nothing was searched in this list: / finds');
    expect(type(['/', 'x', enter, 'n'], { list: { rows, at: 0 } }).state.notice).toBe('no row matches /x');
    expect(type(['/', 'x', leave, 'n']).state.notice).toBe('nothing was searched in this list: / finds');
    const open = type(['2', '/', 'b', enter, leave, enter, 'n'], { list: { rows, at: 0 } }).state;
    expect([open.detail, open.lists.opportunities.selected]).toEqual([0, 'b']);
  });

  test('f goes through the values of a column, and Escape shows all again', () => {
    const entries = ['engine', 'feeds', 'engine', 'risk'].map((source, at) => logEntry(String(at), at, { source }));
    const from = createTestClient().client.getSnapshot();
    const state = { ...from, logs: { ...from.logs, entries } };
    const only = (...strokes: Stroke[]) =>
      type(['9', ...strokes], { given: { ...shown.given, state } }).state.lists.logs.only;
    expect([only('f'), only('f', 'f'), only('f', 'f', 'f')]).toEqual(['engine', 'feeds', 'risk']);
    expect([only('f', 'f', 'f', 'f'), only('f', leave), only('f', 'q')]).toEqual([null, null, null]);
    expect(type(['6', 'f']).state.notice).toBe('this list has no filter: / finds in it');
  });
});

test('Escape dismisses the failure of a command, and gives up a kill that was refused', () => {
  expect(type([leave], { failedSince: 7 })).toEqual({ state: { ...initialScreen, dismissed: 7 }, commands: [] });
  expect(type([leave], { isKillRefused: true }).commands).toEqual([{ type: 'StopTryingKill' }]);
});

test('T gives up a kill that is not confirmed, and asks before it does', () => {
  const unconfirmed = { isKillUnconfirmed: true };
  expect(type(['T', tab, enter], unconfirmed).commands).toEqual([{ type: 'StopTryingKill' }]);
  expect(type(['T', enter], unconfirmed).commands).toEqual([]);
  expect(type(['T', tab, enter])).toMatchObject({ state: { dialog: null }, commands: [] });
  expect(type(['T']).state.notice).toBe('no kill waits for its confirmation');
});

describe('flatten', () => {
  const positions = [{ asset: 'ETH' }];
  const previewed = {
    flatten: { phase: 'previewed', answer: { positions }, problem: null } as unknown as Shown['flatten'],
  };
  const previews = { type: 'Flatten', preview: true };

  test('F asks what would be sold, and sells it only once that is known and confirmed', () => {
    expect(type(['F', tab, enter], previewed).commands).toEqual([previews, { type: 'Flatten', preview: false }]);
    expect(type(['F', enter], previewed).commands).toEqual([previews, { type: 'CloseFlatten' }]);
    expect(type(['F', tab, enter]).commands).toEqual([previews]);
    const nothing = { flatten: { ...previewed.flatten, answer: { positions: [] } } as unknown as Shown['flatten'] };
    expect(type(['F', tab, enter], nothing).commands).toEqual([previews]);
    const selling = { flatten: { ...previewed.flatten, phase: 'selling' } as Shown['flatten'] };
    expect(type(['F', tab, enter], selling).commands).toEqual([previews]);
  });

  test.each(['live', null] as const)('with mode %s it takes the word', (mode) => {
    const sent = (strokes: Stroke[]) => type(['F', tab, enter, ...strokes], { ...previewed, mode }).commands.slice(1);
    expect(sent([enter])).toEqual([]);
    expect(sent([...word('LIVE'), enter])).toEqual([{ type: 'Flatten', preview: false, confirm: 'LIVE' }]);
  });

  test('a bot that cannot says how residual positions are sold', () => {
    expect(type(['F'], { canFlatten: false }).state.notice).toMatch(/one by one/);
  });
});

test('Z asks, and resets the paper wallet of the market that it named', () => {
  const watching = { status: { market: 'practice' } as Shown['status'] };
  const reset = { type: 'ResetWallet', market: 'practice' };
  expect(type(['Z', tab, enter], watching).commands).toEqual([reset]);
  expect(type(['Z', enter], watching)).toMatchObject({ state: { dialog: null }, commands: [] });
  expect(type(['Z'], { ...watching, mode: 'live' })).toMatchObject({
    ...{ state: { notice: english.code({ code: 'not_paper', params: {} }), dialog: null }, commands: [] },
  });
  const bare = { facts: factsOfAnswers(null, { capabilities: [] }) };
  expect(type(['Z'], bare).state.notice).toBe('This bot does not offer it');
});

test('the reason of a kill is typed without pressing a button; without one the terminal is named', () => {
  const killed = (strokes: Stroke[]) =>
    type(['K', ...strokes]).commands.map((one) => (one as { reason?: string }).reason);
  expect(killed(['r', ...word('qUS'), enter])).toEqual([]);
  expect(killed(['r', ...word('qUS '), { tab: true }, tab, enter])).toEqual(['qUS']);
  expect(killed(['r', ...word('no'), leave, tab, enter])).toEqual(['no']);
  expect(killed([tab, enter])).toEqual(['kill switch in the terminal']);
});

describe('the help', () => {
  test.each(['q', '?', leave])('is closed by %j', (key) => {
    expect(type(['?', key])).toEqual({ state: initialScreen, commands: [] });
  });

  test('scrolls as far as it has lines', () => {
    const at = (...strokes: Stroke[]) => type(['?', ...strokes], { helpRest: 3 }).state.dialog;
    expect([at('j', 'j'), at('G'), at('G', 'k'), at(' '), at('G', 'g')].map((one) => Object(one).from)).toEqual([
      2, 3, 2, 3, 0,
    ]);
  });

  test('is searched: letters are typed, Escape shows all again, and then closes it', () => {
    const found = type(['?', '/', ...word('Kq')]).state.dialog;
    expect(found).toEqual({ ...helpDialog, find: 'Kq', isTyping: true });
    expect(type(['?', '/', 'K', enter, leave]).state.dialog).toEqual(helpDialog);
    expect(type(['?', '/', 'K', enter, leave, leave]).state.dialog).toBe(null);
  });

  test('K opens the kill dialog from it', () => {
    expect(type(['?', 'K']).state.dialog?.kind).toBe('kill');
  });
});

test('v shows all notes of an execution, and its legs again', () => {
  const dialog = (...strokes: Stroke[]) => type(['X', ...strokes]).state.dialog as ExecuteDialog;
  expect([dialog().hasAllNotes, dialog('v').hasAllNotes, dialog('v', 'v').hasAllNotes]).toEqual([false, true, false]);
});

test('a kill that is not confirmed is not left behind: neither q nor @ nor the palette leaves the bot', () => {
  const choices = [{ kind: 'errand', errand: 'quit', text: 'quit', hint: '' }] as const;
  const given = { isKillUnconfirmed: true, choices };
  const from = { ...initialScreen, contexts: ['local', 'other'] };
  for (const keys of [['q'], ['@'], [':', enter]]) {
    const { state, commands } = type(keys, given, from);
    expect(commands).toEqual([]);
    expect(state).toMatchObject({ dialog: null, notice: expect.stringContaining('the kill is not confirmed') });
  }
  expect(type([':', enter], { choices }, from).commands).toEqual(['quit']);
});

test('@ asks for another bot where there is one', () => {
  expect(type(['@']).state.notice).toBe('there is no other context: triquad context add');
  const { state } = type(['@'], {}, { ...initialScreen, contexts: ['local', 'other'] });
  expect(state.dialog).toEqual({ kind: 'palette', typed: 'context ', at: 0 });
});

test('r reconnects where the connection is lost, and q quits', () => {
  expect(type(['r', 'q']).commands).toEqual([{ type: 'Reconnect' }, 'quit']);
});

const ascii = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));
const named = ['return', 'tab', 'upArrow', 'leftArrow', 'pageDown', 'home', 'end', 'backspace', 'delete', 'escape'];
const question = { button: 'confirm', opened_at: 0, word: null } as const;
const dialogs: (Dialog | null)[] = [
  null,
  ...(['start', 'stop', 'reset', 'giveUp', 'flatten'] as const).map((kind): ActionDialog => ({ kind, ...question })),
  { kind: 'kill', reason: '', isTyping: false, ...question },
  { kind: 'kill', reason: 'a', isTyping: true, ...question },
  { kind: 'mode', mode: 'live', ...question, word: 'LIVE' },
  {
    kind: 'execute',
    opportunity: first as Opportunity,
    typed: { amount: null, floor: null },
    field: null,
    isSent: false,
    hasAllNotes: false,
    ...question,
  },
  { kind: 'filter', typed: 'a', before: '' },
  { kind: 'palette', typed: 'a', at: 0 },
  { kind: 'cancel', order: { id: 'o' } as Order, ...question },
  { kind: 'sell', exchange: 'kraken', asset: 'ETH', ...question },
  helpDialog,
];

describe.each([['ctrl'], ['meta'], ['super'], ['hyper']])('a key with %s', (modifier) => {
  test.each(dialogs.map((dialog) => [dialog?.kind ?? 'none', dialog] as const))(
    'does nothing in dialog %s',
    (_, dialog) => {
      const state = { ...initialScreen, dialog };
      const results = [
        ...ascii.map((input) => ({ input, key: {} })),
        ...named.map((name) => ({ input: '', key: { [name]: true } })),
      ].map(({ input, key }) => press(state, input, { ...key, [modifier]: true }, { ...shown, now: 10_000 }));
      expect(results.filter((pressed) => pressed.state !== state || pressed.command !== null)).toEqual([]);
    },
  );
});

test('only Ctrl-C, Ctrl-Z and Ctrl-L mean something', () => {
  const meaningful = ascii.flatMap((input) => {
    const chord = chordOf(input, { ctrl: true });
    return chord === 'ignored' ? [] : [[input, chord]];
  });
  expect(meaningful).toEqual([
    ['c', 'interrupt'],
    ['l', 'redraw'],
    ['z', 'suspend'],
  ]);
  expect(ascii.map((input) => chordOf(input, { meta: true })).filter((chord) => chord !== 'ignored')).toEqual([]);
  expect(chordOf('c', { ctrl: true, meta: true })).toBe('ignored');
  expect(ascii.map((input) => chordOf(input, {})).filter((chord) => chord !== null)).toEqual([]);
});

test('only capitals ask about an action', () => {
  const asking = (given: Partial<Shown>) =>
    ascii.filter(
      (input) => (type([input], given).state.dialog as Partial<ActionDialog> | null)?.opened_at !== undefined,
    );
  expect([asking({}), asking(stopped), asking({ ...stopped, condition: 'halted' })]).toEqual([
    ['F', 'K', 'S', 'X', 'Z'],
    ['F', 'K', 'M', 'S', 'X', 'Z'],
    ['F', 'K', 'M', 'U', 'Z'],
  ]);
});

test('no single key sends more than a reconnection or the preview of a dialog', () => {
  const sent = ascii.flatMap((input) => type([input]).commands.map((one) => [input, one === 'quit' ? one : one.type]));
  expect(sent).toEqual([
    ['F', 'Flatten'],
    ['X', 'PreviewOpportunity'],
    ['q', 'quit'],
    ['r', 'Reconnect'],
  ]);
});

describe('keys that come too soon after a dialog opened are no answers', () => {
  test.each([
    ['stop', 'S', 299, 300],
    ['kill', 'K', 99, 100],
    ['execute', 'X', 299, 300],
  ])('%s', (_, key, tooSoon, later) => {
    const { state } = type([key]);
    const answered = (ms: number) =>
      press(state, '', tab, { ...shown, list: listOf(state, {}), now: 1_000 + ms }).state.dialog;
    expect([answered(tooSoon), answered(later)]).toMatchObject([{ button: 'cancel' }, { button: 'confirm' }]);
  });

  test('letters typed before the word is asked for do not count', () => {
    const { state } = type(['S', tab], { ...stopped, mode: 'live' });
    const typed = type([enter, ...word('LIVE')], { ...stopped, mode: 'live' }, state, 50);
    expect(typed.state.dialog).toMatchObject({ button: 'confirm', word: null });
  });
});
