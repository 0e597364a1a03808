import { ok } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { columnsOf } from '../text-width.ts';
import { exactly, fit, span, textOf } from './cells.ts';
import { fixture } from './fixture.ts';
import { screenLines } from './screen-lines.ts';
import { type Dialog, helpDialog, initialList, initialScreen, type ScreenState } from './screen-state.ts';
import { themeOf } from './theme.ts';
import { type ViewName, viewNames } from './view-name.ts';

const state = await fixture();
const size = (columns: number, rows: number) => ({ columns, rows });
const drawn = (screen: Partial<ScreenState>, at = size(80, 24), of = state) =>
  screenLines({ state: of, screen: { ...initialScreen, ...screen }, size: at, place: 'bot-1:8787' }).map(textOf);
const shown = (screen: Partial<ScreenState>, at?: { columns: number; rows: number }, of = state) =>
  drawn(screen, at, of).map((line) => line.trimEnd());

const withSelected = (selected: string): Partial<ScreenState> => ({
  view: 'feeds',
  detail: 0,
  lists: { ...initialScreen.lists, feeds: { ...initialList, selected } },
});

const sizes = [
  size(80, 24),
  size(140, 40),
  size(200, 60),
  size(60, 18),
  size(79, 23),
  size(110, 30),
  size(20, 5),
  size(1, 1),
];
const question = { button: 'cancel', opened_at: 0, word: null } as const;
const [opportunity] = state.opportunities.items;
const [order] = state.orders.items;
if (opportunity === undefined || order === undefined) throw new Error('the fixture is empty');
const dialogs: readonly (Dialog | null)[] = [
  null,
  { kind: 'kill', reason: '', isTyping: false, ...question },
  { kind: 'cancel', order, ...question },
  { kind: 'sell', exchange: 'kraken', asset: 'ETH', ...question },
  {
    kind: 'execute',
    opportunity,
    typed: { amount: null, floor: null },
    field: null,
    isSent: false,
    hasAllNotes: false,
    ...question,
  },
  { kind: 'palette', typed: 'kra', at: 0 },
  { kind: 'filter', typed: 'x', before: '' },
  {
    kind: 'limit',
    limit: { name: 'position', scope: 'BTC', limit: 25_000, used: 20_558, unit: 'usd', provenance: null, share: 0.82 },
    typed: '30000',
    isTyping: true,
    sentAfter: null,
    ...question,
  },
  helpDialog,
  { ...helpDialog, find: 'stop', from: 9 },
];
const looks: readonly [string, Partial<ScreenState>][] = [
  ['as it opens', {}],
  ['with its detail', { detail: 0 }],
  ['zoomed', { isZoomed: true }],
  [
    'with a filter that finds nothing',
    {
      lists: Object.fromEntries(
        viewNames.map((name) => [name, { ...initialList, filter: 'nothing-is-called-so' }]),
      ) as ScreenState['lists'],
    },
  ],
];

test.each(viewNames)('%s fills each size exactly, in every state, and cuts no figure', (view) => {
  for (const at of sizes) {
    for (const dialog of dialogs) {
      for (const [, look] of looks) {
        const lines = drawn({ view, ...look, dialog }, at);
        expect(lines.length).toBe(at.rows);
        expect(new Set(lines.map(columnsOf))).toEqual(new Set([at.columns]));
      }
    }
  }
  const whole = sizes.slice(0, 3).flatMap((at) => drawn({ view }, at));
  expect(whole.filter((line) => /\d[\d,.]*…/.test(line))).toEqual([]);
});

test('a figure that does not fit is left out, not cut: half of it would be another figure', () => {
  const cut = (text: string, width: number) => textOf(exactly([span(text)], width));
  expect(cut('fees $3.00, 246 ms', 9)).toBe('fees …   ');
  expect(cut('came +$1,184.37', 12)).toBe('came …      ');
  expect(cut('worth −$6.20', 8)).toBe('worth … ');
  expect(fit('184,212', 5)).toBe('…    ');
  expect(cut('bought 0.5 BTC and more', 16)).toBe('bought 0.5 BTC …');
});

test('a box closes at its corners, and its text is whole', () => {
  const lines = drawn({ view: 'orders', dialog: { kind: 'cancel', order, ...question } });
  expect(lines.find((line) => line.includes('┌'))).toMatch(/┌─ Cancel this order\? ─+ [A-Z]+ ─┐/);
  expect(lines.join('\n')).toMatch(
    /what the legs before have bought .*│.*\n.*│ +may be left as a residual position\. +│/,
  );
  for (const dialog of dialogs)
    expect(drawn({ dialog }).filter((line) => /[┌╔]/.test(line) !== /[┐╗]/.test(line))).toEqual([]);
});

test('below a list no title stands alone', () => {
  const titles = (lines: readonly string[]) =>
    lines.filter((line) => /^─ /.test(line)).map((line) => line.split(' ')[1]);
  expect(titles(shown({ view: 'opportunities', types: 'QUAD' }))).toEqual(['2', 'LINK/BTC', 'Legs']);
  expect(titles(shown({ view: 'opportunities' }))).toEqual(['2', 'USDT→BTC→ETH→USDT', 'Legs']);
});

test('the tabs have whole names where there is room, and only digits where there is none', () => {
  const last = (columns: number) => shown({ view: 'orders' }, size(columns, 40)).at(-1);
  expect(last(140)).toMatch(/^ 1 overview 2 opportunities 3 executions\[4]orders 5 balances .* \? help$/);
  expect(last(139)).toMatch(/^ 1 over 2 opp 3 exec\[4]ord 5 bal .* \? help$/);
  expect(last(79)).toMatch(/^ 1 {2}2 {2}3 \[4] 5 .* \? help$/);
});

test('in ASCII each line has the same width, and only ASCII', () => {
  const { spell } = themeOf({ write: () => true }, { LANG: 'C' });
  for (const view of viewNames) {
    for (const line of drawn({ view }, size(140, 40))) {
      expect(spell(line)).toMatch(/^[ -~]{140}$/);
      expect(spell(line).replace('? help', '')).not.toContain('?');
    }
  }
});

test('the overview at 80×24 says what runs, what needs the operator, what is made and what pays', () => {
  const lines = shown({});
  expect(lines.slice(0, 5)).toEqual([
    ' ● RUNNING   PAPER  PRACTICE  confirmed 2 s ago          today +$116.99  ws ●',
    ' ! 2 need you: 0.0612 ETH left on kraken $182.40 · Position BTC 82 %',
    '─ 6 Risk ────────────────────────────┬─ Profit and loss ─────── invented money ─',
    ' Position BTC       ████████▎░   82 %│ USD             Today Yesterday    7 days',
    ' Executions at once ███▍░░░░╎░   33 %│ Before fees   +212.46   +188.90 +1,184.37',
  ]);
  expect(lines.slice(5, 10).map((line) => line.slice(38))).toEqual([
    ' Fees           −88.38    −79.61   −498.12',
    ' Dust            −0.89     −0.74     −4.91',
    ' Unrealised      −6.20     +1.35     −9.48',
    ' Net           +116.99   +109.90   +671.86',
    ' Equity      51,876.19 51,759.20 51,876.19',
  ]);
  expect(lines.slice(10, 15)).toEqual([
    '─ 2 Opportunities ───────────────────────── 4 cycles, 3 dislocations · 3 valid ─',
    '   Type Exch    Path                        Prof% Prof $   Age Outcome',
    '▌  TRI  kucoin  USDT→BTC→ETH→USDT          +0.388  +123k 1.5 s asset busy',
    ' ▸ TRI  binance USDT→BTC→ETH→USDT       +1 +0.300  +8.20 0.5 s executing',
    '   TRI  kraken  USDT→BTC→ETH→USDT          +0.236  +8.20   2 s executed +2.31',
  ]);
  expect(lines[23]).toBe('[1]over 2 opp 3 exec 4 ord 5 bal 6 risk 7 dec 8 feed 9 log  K kill  : go  ? help');
});

test('where not all of what is made has room, its sum comes first', () => {
  expect(shown({}, size(60, 18)).slice(2, 5)).toEqual([
    expect.stringMatching(/^─ Profit and loss ─/),
    ' USD                Today    Yesterday       7 days',
    ' Net              +116.99      +109.90      +671.86',
  ]);
});

test('beside the profit of today stands what residual positions are worth, whose cost is in it', () => {
  expect(shown({}, size(140, 40))[0]).toMatch(/ today \+\$116\.99 {2}\$182\.40 residual {2}ws ●/);
  const { risk } = state.loaded;
  const none = { ...state, loaded: { ...state.loaded, risk: risk && { ...risk, stranded: [] } } };
  expect(shown({}, size(140, 40), none).slice(0, 8).join('\n')).not.toMatch(/residual/i);
  // State of a bot that does not state the parts of a day.
  const plain = { ...state, loaded: { ...state.loaded, money: null } };
  expect(shown({}, size(80, 24), plain).slice(3, 5).join('\n')).toMatch(
    /Today +\+\$116\.99 in 47 trades\n.*Residual +\$182\.40 still held/,
  );
});

test('a residual position says why it is left and what the bot does about it, one of an earlier version does not', () => {
  const selected = { lists: { ...initialScreen.lists, balances: { ...initialList, selected: 'kraken/ETH' } } };
  const pane = (of = state) => shown({ view: 'balances', detail: 0, ...selected }, size(140, 40), of).join('\n');
  expect(pane()).toMatch(
    /0\.0612 ETH left on kraken[^\n]*\n left because the best way back would have lost at least 4\.00%, and at most 1% is allowed; the running bot looks for a better way each\n minute\n sell by ETH→USDT/,
  );
  const risk = state.loaded.risk ?? expect.unreachable();
  const stranded = risk.stranded.map(({ reason: _, ...residual }) => residual);
  const earlier = { ...state, loaded: { ...state.loaded, risk: { ...risk, stranded } } };
  expect(pane(earlier)).toMatch(/0\.0612 ETH left on kraken[^\n]*\n sell by ETH→USDT/);
});

test('a group unfolds below its best cycle', () => {
  expect(shown({ view: 'opportunities', unfolded: ['d1'] }).slice(5, 7)).toEqual([
    ' ▾ TRI  binance USDT→BTC→ETH→USDT       +1 +0.300  +8.20 0.5 s executing',
    '   QUAD binance USDT→SOL→ETH→BTC→USDT      +0.612  +6.12 0.5 s executing',
  ]);
});

test('an execution shows leg by leg what was planned and what came, and when', () => {
  expect(shown({ view: 'executions' }).slice(2, 22)).toEqual([
    '─ 3 Executions ─────────────────────────────── latest 2: 1 won, 1 lost · +0.13 ─',
    ' Time     Id     Type Exch    Path                    Shown  Profit    vs   ms',
    '▌11:59:00 9c41e0 TRI  kucoin  USDT→BTC→LINK→USDT      +6.41   +6.33 −0.08  246 ✓',
    ' 11:59:00 8f31c2 TRI  kucoin  USDT→BTC→LINK→USDT      +6.41   −6.20 −12.6  246 !',
    ...Array.from({ length: 10 }, () => ''),
    '─ 9c41e0 TRI kucoin USDT→BTC→LINK→USDT ───────────────────── completed, 246 ms ─',
    ' Leg Market    Side    Planned     Actual      Qty   vs %    Fee',
    ' 1   BTC/USDT  buy    86,412.5   86,412.5  0.01154  0.000  0.997 ████',
    ' 2   LINK/BTC  buy  0.00014962 0.00014965    77.04 −0.020  0.997     ██████',
    ' 3   LINK/USDT sell    13.0514    13.0514    77.04  0.000  0.997           ████',
    ' shown +6.41 · came +6.33 · fees $3.00 · 75 + 91 + 72 ms',
  ]);
  expect(shown({ view: 'executions', detail: 0 }, size(140, 40)).join('\n')).toMatch(
    /left 0\.0000002 BTC, dust\n left 0\.0612 ETH, residual\n no trusted book took it\n/,
  );
  expect(shown({ view: 'executions', detail: 0 }, size(80, 40)).join('\n')).toMatch(
    /showed +\+0\.641 %, \+6\.41 of \$1,000\.00[\s\S]*184391 11:59:01\.000 ExecutionStarted capital 1000/,
  );
});

test.each<[ViewName, RegExp]>([
  [
    'orders',
    /1 working · 3 settled ─[\s\S]*▌12:00:01 b-7741 binance SOL\/ETH +sell +4\.611 +7\.559 +0\.04436 ▾ working[\s\S]*rests 2\.948[\s\S]* C cancel…/,
  ],
  [
    'balances',
    /equity \$51,876\.19[\s\S]*kraken +SHIB +12,345,678\.123 +— +— +1\.23B[\s\S]*kraken +ETH +0\.0612 +— +0\.0612 +182\.40 ! 8f31c2/,
  ],
  [
    'risk',
    /trading state active · 3 of 4 limits in use[\s\S]*▌Position BTC +████████▎░ +82 % +\$20,558 +\$25,000[\s\S]*Reject rate +✓ ready[\s\S]*\n Loss of a way back +1\.00 %\n/,
  ],
  [
    'decisions',
    /165 in 60 min[\s\S]*▌Below threshold +121 +73\.3 %.*\+0\.196 of 0\.200 %[\s\S]*nearest first ─[\s\S]*\+0\.196 %[\s\S]*\+0\.181 %/,
  ],
  [
    'feeds',
    /1 of 2 live · 560 of 774 markets[\s\S]*▌kraken +✗ down +43 s[\s\S]*binance +● live +0\.1 s +5,604\.2 +31 ms +— +560\/560[\s\S]*no message for 2\.0 s/,
  ],
  ['logs', /INFO and up · following · 2 lines kept[\s\S]*▌12:00:01 WARN +feeds +kraken: no message for 2\.0 s/],
  [
    'attention',
    /2, worst first[\s\S]*▌11:00:00 +1 h 0\.0612 ETH left on kraken \$182\.40 +F sells it, it asks[\s\S]* F sell it…/,
  ],
  ['notifications', /1 unread[\s\S]*● Daily report +47 trades, \+\$116\.99/],
])('%s shows what it is for', (view, what) => {
  expect(shown({ view }).join('\n')).toMatch(what);
});

test('a sorted list says by what; a filtered one shows only what matches', () => {
  const list = (view: ViewName, change: Partial<ScreenState['lists'][ViewName]>) => ({
    view,
    lists: { ...initialScreen.lists, [view]: { ...initialScreen.lists[view], ...change } },
  });
  const byFree = shown(list('executions', { sort: 'against' }));
  expect(byFree[2]).toContain('by against · latest 2');
  expect(byFree[4]).toMatch(/9c41e0/);
  expect(shown(list('opportunities', { filter: 'kra.en|zzz' })).slice(2, 6)).toEqual([
    expect.stringMatching(/^─ 2 Opportunities {2}\/kra\.en\|zzz ─/),
    expect.stringMatching(/Type Exch/),
    expect.stringMatching(/^▌ {2}TRI {2}kraken/),
    '',
  ]);
  expect(shown(list('opportunities', { filter: '(' }))[4]).toBe('  No row matches /(; Esc shows all');
  const narrowed = shown(list('opportunities', { only: 'kraken' }));
  expect(narrowed[2]).toMatch(/^─ 2 Opportunities {2}exchange: kraken ─/);
  expect(narrowed.slice(4, 6)).toEqual([expect.stringMatching(/^▌ {2}TRI {2}kraken/), '']);
  expect(narrowed[22]).toContain('f exchange: kraken');
  const none = shown(list('opportunities', { only: 'okx', filter: 'x' }));
  expect(none[4]).toBe('  No row matches exchange: okx /x; Esc shows all');
});

test('a list without rows says why: what the bot does not report, what failed, or what would fill it', async () => {
  const plain = await fixture({
    health: ok({ status: 'healthy' }),
    'orders.list': ok({ data: [] }),
    'orders.history': ok({ data: [] }),
  });
  const first = (view: ViewName, of: typeof plain) => shown({ view }, size(80, 24), of)[4];
  expect(first('risk', plain)).toBe('  This bot does not report risk');
  expect(first('feeds', plain)).toBe('  This bot does not report feeds');
  expect(first('decisions', plain)).toBe('  This bot does not say why it left opportunities alone');
  const idle = await fixture({ 'history.list': { status: 503, body: {} } });
  expect(first('decisions', idle)).toBe('  Nothing was decided yet');
  expect(first('orders', plain)).toBe('  No order is at an exchange, and none was sent lately');
  const failed = await fixture({ 'wallets.balances': { status: 403, body: {} } });
  expect(first('balances', failed)).toBe('  Access forbidden; r retry');
});

test('the detail of a feed has its last hour and its markets, those left out first', () => {
  const text = shown({ view: 'feeds', detail: 0 }, size(80, 40)).join('\n');
  expect(text).toMatch(
    /─ State, last hour ─[^\n]*· live {2}▒ synchronising {2}▄ degraded {2}█ down ─\n +█\n \d\d:\d\d:\d\d +blank: not in the log +\d\d:\d\d:\d\d\n/,
  );
  expect(text).toMatch(
    /─ Markets, troubled first ─+ 1 left out, 0 in opportunities ─\n ETH\/BTC +left out until 12:40: no message/,
  );
  const other = withSelected('binance');
  expect(shown(other, size(80, 40)).join('\n')).toMatch(/BTC\/USDT +in 1, the best \+0\.612 %/);
});

test('real money is named, and every rule is double', async () => {
  const live = await fixture({ 'bot.status': ok({ is_running: true, bot_status: 'running', mode: 'live' }) });
  const lines = shown({}, size(80, 24), live);
  expect(lines[0]).toContain('LIVE MONEY');
  expect(lines[2]).toMatch(/^═ 6 Risk ═+/);
  expect(lines.join('')).not.toContain('─');
});

test('too small, it shows the state and how to kill', () => {
  expect(shown({}, size(50, 15)).slice(0, 3)).toEqual([
    '● RUNNING  PAPER  +$116.99',
    'K kill  q quit',
    'triquad needs 60x18, this is 50x15',
  ]);
  const kill = { kind: 'kill', reason: '', isTyping: false, ...question } as const;
  expect(shown({ dialog: kill }, size(50, 15))[1]).toContain('▸[ Cancel ]    [ Kill bot-1:8787 ]');
});
