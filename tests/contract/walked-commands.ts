import type { PlayedPractice } from './practice-recording.ts';

/** Lines of a command with what it needs, or why it prints no money of a market. */
type Lines = string | ((at: PlayedPractice) => readonly string[]);
const line =
  (...lines: readonly string[]): Lines =>
  () =>
    lines;
const maintenance = 'it works on files and prints none of their figures';
const settings = 'it prints what an operator has entered';
const lifecycle = 'it changes the state of the bot';
const access = 'it is about people and their access';
const screen = 'it opens a program of its own';
const group = 'it groups commands';

/** Commands that load all of the bot, or compute for seconds. */
export const slowCommands: ReadonlySet<string> = new Set([
  ...['backtest run', 'backtest sweep', 'scan', 'whatif', 'data list', 'data show', 'data verify'],
  'doctor',
]);

/** How each command is run: one that is added fails the walk until it is here. */
export const commandLines: Readonly<Record<string, Lines>> = {
  status: line('status'),
  flatten: line('flatten --preview'),
  opportunities: line('opportunities'),
  best: line('best'),
  stats: line('stats'),
  preview: ({ ids }) => [`preview ${ids.opportunity} --amount 50`],
  execute: ({ ids }) => [`execute ${ids.opportunity} --amount 50 --yes`],
  orders: line('orders', 'orders --history'),
  'orders list': line('orders list'),
  'orders cancel': lifecycle,
  'orders place': ({ ids }) => [
    `orders place --exchange ${ids.exchange} --symbol BTC/USDT --side buy --quantity 0.001 --price 10000 --yes`,
  ],
  trades: line('trades'),
  history: line('history'),
  life: ({ ids }) => [`life ${ids.opportunity}`],
  balances: line('balances'),
  'balances show': line('balances show'),
  'balances reset': lifecycle,
  performance: line('performance'),
  metrics: line('metrics'),
  audit: settings,
  decisions: line('decisions'),
  risk: line('risk'),
  'risk show': line('risk show'),
  'risk reset': lifecycle,
  residuals: line('residuals'),
  'residuals list': line('residuals list'),
  'residuals sell': ({ ids }) => [`residuals sell ${ids.exchange} BTC --yes`],
  'residuals keep': ({ ids }) => [`residuals keep ${ids.exchange} BTC --yes`],
  differences: line('differences'),
  'differences list': line('differences list'),
  'differences accept': lifecycle,
  notifications: line('notifications'),
  logs: line('logs'),
  events: line('events --since 2026-01-01'),
  backtest: line('backtest'),
  'backtest run': ({ ids, recording }) => [
    `backtest run --name walked --recording ${recording} --exchange ${ids.exchange} --from 2026-01-31T12:00:00Z --to 2026-01-31T12:00:05Z --wait`,
  ],
  'backtest sweep': ({ live, ids, recording }) => [
    `backtest sweep --name walked --recording ${recording} --exchange ${ids.exchange} --from 2026-01-31T12:00:00Z --to 2026-01-31T12:00:05Z --over threshold=0.1,0.2 --data-dir ${live.dataDir}`,
  ],
  'backtest list': line('backtest list'),
  'backtest show': ({ ids }) => [`backtest show ${ids.backtest}`],
  'backtest cancel': lifecycle,
  'backtest remove': lifecycle,
  'backtest report': ({ ids }) => [`backtest report ${ids.backtest}`],
  scan: ({ path }) => [`scan ${path} --fee 0`],
  whatif: ({ live, recording }) => [`whatif ${recording} --data-dir ${live.dataDir}`],
  'market show': line('market show'),
  'market use': lifecycle,
  'data list': ({ live }) => [`data list --data-dir ${live.dataDir}`],
  'data show': ({ live, recording }) => [`data show ${recording} --data-dir ${live.dataDir}`],
  'data verify': ({ live, recording }) => [`data verify ${recording} --data-dir ${live.dataDir}`],
  'data export': 'its files are judged, not its lines',
  export: line('export trades', 'export fills', 'export facts', 'export opportunities', 'export decisions'),
  doctor: ({ live }) => [`doctor --data-dir ${live.dataDir}`],
  api: line('api GET /wallets/balances', 'api GET /opportunities/'),
  ...Object.fromEntries(['data', 'user', 'rotate', 'context', 'market'].map((name) => [name, group])),
  ...Object.fromEntries(['serve', 'dashboard', 'tui', 'replay', 'record'].map((name) => [name, screen])),
  ...Object.fromEntries(
    ['start', 'stop', 'restart', 'ensure', 'wait', 'mode', 'kill', 'kill reset'].map((name) => [name, lifecycle]),
  ),
  ...Object.fromEntries(
    [
      '',
      ' show',
      ' list',
      ' set',
      ' limit',
      ' edit',
      ' export',
      ' diff',
      ' apply',
      ' create',
      ' activate',
      ' remove',
    ].map((name) => [`config${name}`, settings]),
  ),
  ...Object.fromEntries(['', ' show', ' telegram', ' email', ' test'].map((name) => [`alerts${name}`, settings])),
  ...Object.fromEntries(
    ['', ' list', ' set', ' test', ' pairs', ' remove', ' check'].map((name) => [`exchanges${name}`, settings]),
  ),
  ...Object.fromEntries(
    [
      ...[
        'login',
        'logout',
        'context list',
        'context add',
        'context use',
        'context remove',
        'context trust',
        'user add',
        'user list',
      ],
      ...['user role', 'user passwd', 'user remove'],
    ].map((name) => [name, access]),
  ),
  ...Object.fromEntries(
    [
      ...[
        'data sample',
        'data import',
        'bugreport',
        'backup',
        'restore',
        'compact',
        'adopt',
        'rotate token',
        'rotate identity',
      ],
      ...['rotate vault-key', 'version', 'completion'],
    ].map((name) => [name, maintenance]),
  ),
};
