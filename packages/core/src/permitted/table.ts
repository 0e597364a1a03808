import type { CallName, ClientRoutes } from '../contract/routes.ts';
import type { RefusalCode } from '../journal/code.ts';
import { type Command, type CommandType, contentOf } from '../journal/command.ts';
import type { Facts } from './facts.ts';

/**
 * Question before a command is sent: `none`; `confirm`, a dialog in web and terminal; `question`, asked in the shell too;
 * `word`, typed exactly.
 */
export type Ask = 'none' | 'confirm' | 'question' | 'word';

/** Role and capability that a call needs. A test compares them with the routes, which clients need not load for them. */
export type CallNeeds = {
  readonly name: CallName;
  readonly role: ClientRoutes[CallName]['role'];
  readonly extension: ClientRoutes[CallName]['extension'];
};

/** Permission of the commands of one type. */
export type Row<C extends Command> = {
  /** Null where the bot is not called. */
  readonly call: CallNeeds | null | ((facts: Facts) => CallNeeds | null);
  /**
   * `changes`: refused while the bot is not confirmed. `ends`: stops, kills or cancels, and is always possible. `screen`: accepted
   * during replay too, because screens still mount and unmount.
   */
  readonly kind: 'reads' | 'changes' | 'ends' | 'screen';
  readonly ask: Ask | ((facts: Facts, command: C) => Ask);
  readonly obstacle?: (facts: Facts, command: C) => RefusalCode | null;
};
type Of<T extends CommandType> = Extract<Command, { type: T }>;
type Rows = { readonly [T in CommandType]: Row<Of<T>> };

const call = <N extends CallName>(
  name: N,
  role: ClientRoutes[N]['role'],
  extension: ClientRoutes[N]['extension'] = null,
): CallNeeds => ({ name, role, extension });

const changes = (made: Row<never>['call'], ask: Ask = 'none') => ({ call: made, kind: 'changes', ask }) as const;
const ends = (made: CallNeeds | null) => ({ call: made, kind: 'ends', ask: 'confirm' }) as const;
const reads = (made: CallNeeds | null = null) => ({ call: made, kind: 'reads', ask: 'none' }) as const;
/** Needs no bot. */
const own = reads();
const ofScreen = { call: null, kind: 'screen', ask: 'none' } as const;

const inPaper =
  (ask: Ask) =>
  ({ mode }: Facts): Ask =>
    mode === 'paper' ? ask : 'word';

const has =
  (capability: string, made: CallNeeds) =>
  ({ capabilities }: Facts): CallNeeds | null =>
    capabilities?.includes(capability) === false ? null : made;

const busyWith = ({ command }: Facts): RefusalCode | null =>
  command === null ? null : command === 'kill' ? 'kill_running' : 'busy';
const reported = {
  unknown: 'state_unknown',
  starting: 'bot_starting',
  stopping: 'bot_stopping',
  stopped: null,
  running: null,
  error: null,
} as const satisfies Record<Facts['lifecycle'], RefusalCode | null>;
const notStarted = ({ isHalted, isModeChanging, lifecycle }: Facts): RefusalCode | null =>
  isHalted ? 'halted' : isModeChanging ? 'mode_changing' : reported[lifecycle];

const startObstacle = (facts: Facts): RefusalCode | null => {
  const busy = busyWith(facts);
  if (busy !== null) return busy;
  if (facts.isRunning) return facts.lifecycle === 'error' ? 'running_in_error' : 'already_running';
  return notStarted(facts);
};
const stopObstacle = ({ command, lifecycle }: Facts): RefusalCode | null => {
  if (command === 'kill') return 'kill_running';
  return command === null && lifecycle === 'stopped' ? 'already_stopped' : null;
};
const modeObstacle = (facts: Facts, { mode }: Of<'ChangeMode'>): RefusalCode | null => {
  const { lifecycle } = facts;
  if (facts.isModeChanging) return 'mode_changing';
  if (facts.isRunning || lifecycle === 'starting' || lifecycle === 'stopping') return 'mode_while_running';
  if (lifecycle === 'unknown') return 'mode_unknown';
  if (mode === 'paper') return null;
  return facts.mode === null ? 'mode_unknown' : lifecycle === 'error' ? 'mode_in_error' : null;
};

/** An execution whose answer was lost may be requested again as it was sent, or with `again`. */
const isUnsettled = ({ unsettled }: Facts, command: Of<'ExecuteOpportunity'>): boolean => {
  const lost = unsettled.filter((order) => order.opportunity_id === command.opportunity_id);
  const asked = contentOf({ ...command, confirm: undefined });
  const isSame = lost.some((order) => contentOf({ ...order, at: 0, type: command.type }) === asked);
  return lost.length > 0 && !isSame && command.again !== true;
};
const executeObstacle = (facts: Facts, command: Of<'ExecuteOpportunity'>): RefusalCode | null => {
  if (facts.isModeChanging) return 'mode_changing';
  if (facts.isExecuting) return 'execution_running';
  if (!command.dry_run && facts.mode !== 'live') return 'not_live';
  if (facts.mode === null) return 'state_unknown';
  if (facts.isHalted) return 'halted';
  return isUnsettled(facts, command) ? 'execution_unsettled' : null;
};
const resolving = ({ isResolving }: Facts): RefusalCode | null => (isResolving ? 'busy' : null);

/** Start, stop, kill and mode. */
const ofBot = {
  StartBot: { ...changes(call('bot.start', 'operator')), ask: inPaper('none'), obstacle: startObstacle },
  RestartBot: {
    ...changes(call('bot.restart', 'operator')),
    ask: inPaper('confirm'),
    obstacle: (facts) => busyWith(facts) ?? notStarted(facts),
  },
  StopBot: { ...ends(call('bot.stop', 'operator')), obstacle: stopObstacle },
  /** A bot without `bot.kill` is stopped. */
  KillBot: ends(call('bot.stop', 'operator')),
  StopTryingKill: ends(null),
  ResetKill: {
    ...changes(call('bot.kill.reset', 'admin', 'bot.kill'), 'question'),
    obstacle: (facts) => busyWith(facts) ?? (facts.isHalted ? null : 'not_halted'),
  },
  /** Without `bot.mode` the change is local and travels in the next start. */
  ChangeMode: {
    ...changes(has('bot.mode', call('bot.mode', 'admin', 'bot.mode'))),
    ask: (_, { mode }) => (mode === 'live' ? 'word' : 'none'),
    obstacle: modeObstacle,
  },
} satisfies Partial<Rows>;

/** Orders, positions and wallets. */
const ofMoney = {
  PreviewOpportunity: {
    ...reads(call('orders.preview', 'viewer')),
    obstacle: ({ isExecuting }) => (isExecuting ? 'execution_running' : null),
  },
  ExecuteOpportunity: {
    ...changes(call('orders.execute', 'operator')),
    ask: (_, { dry_run }) => (dry_run ? 'confirm' : 'word'),
    obstacle: executeObstacle,
  },
  CloseTicket: ofScreen,
  CancelOrder: ends(call('orders.cancel', 'operator')),
  ResetBreaker: changes(call('risk.breaker.reset', 'operator', 'risk')),
  ResetWallet: {
    ...changes(call('wallets.reset', 'operator', 'wallets.reset'), 'question'),
    obstacle: ({ mode }) => (mode === 'paper' ? null : 'not_paper'),
  },
  Flatten: {
    ...changes(call('bot.flatten', 'operator', 'bot.flatten')),
    ask: (facts, { preview }) => (preview ? 'none' : inPaper('question')(facts)),
  },
  CloseFlatten: own,
  ResolveStranded: {
    ...changes(call('risk.stranded.resolve', 'operator', 'risk')),
    ask: (facts, { action }) => (action === 'sell' ? inPaper('question')(facts) : 'question'),
    obstacle: resolving,
  },
  AcceptDifference: {
    ...changes(call('accounts.differences.accept', 'admin', 'differences'), 'question'),
    obstacle: resolving,
  },
  PlaceOrder: {
    ...changes(call('orders.place', 'operator')),
    ask: inPaper('question'),
    obstacle: ({ isHalted }) => (isHalted ? 'halted' : null),
  },
  LoadDeposit: reads(call('wallets.deposit', 'admin')),
  RefreshWallets: changes(call('wallets.refresh', 'operator')),
} satisfies Partial<Rows>;

/** Market, recordings and imports. */
const ofPrices = {
  ChooseMarket: changes(call('market.choose', 'admin', 'market'), 'question'),
  CheckExchanges: changes(call('market.check', 'operator', 'market')),
  SwitchRecorder: changes(call('recordings.switch', 'operator', 'recordings')),
  PreviewImport: reads(call('recordings.preview', 'operator', 'recordings.import')),
  RunImport: changes(call('recordings.import', 'operator', 'recordings.import')),
  CancelImport: { ...ends(call('recordings.import.cancel', 'operator', 'recordings.import')), ask: 'none' },
  SendFiles: changes(call('recordings.files.upload', 'operator', 'recordings.upload')),
  StopSending: own,
  RemoveFile: changes(call('recordings.files.remove', 'operator', 'recordings.upload')),
  CloseImport: own,
  FindPairs: own,
} satisfies Partial<Rows>;

const ofBacktests = {
  RunBacktest: {
    ...changes(call('backtest.run', 'operator')),
    obstacle: ({ isBacktestStarting }) => (isBacktestStarting ? 'backtest_starting' : null),
  },
  OpenBacktest: own,
  CloseBacktest: own,
  CancelBacktest: { ...ends(call('backtest.cancel', 'operator', 'backtest.cancel')), ask: 'none' },
  DeleteBacktest: changes(call('backtest.delete', 'operator'), 'confirm'),
  SaveReport: own,
  AskWhatIf: own,
} satisfies Partial<Rows>;

const ofSettings = {
  /** Without `config.write` they are kept in this client. */
  SaveParameters: {
    ...changes(has('config.write', call('config.update', 'admin'))),
    obstacle: ({ capabilities, isConfigLoaded }) =>
      capabilities?.includes('config.write') === true && !isConfigLoaded ? 'config_not_loaded' : null,
  },
  CreateConfig: changes(call('config.create', 'admin')),
  ActivateConfig: changes(call('config.activate', 'admin'), 'question'),
  DeleteConfig: changes(call('config.delete', 'admin'), 'question'),
  CreateUser: changes(call('users.create', 'admin', 'users')),
  ChangeUser: {
    ...changes(call('users.update', 'admin', 'users')),
    ask: (_, { role }) => (role === undefined ? 'none' : 'confirm'),
  },
  RemoveUser: changes(call('users.delete', 'admin', 'users'), 'question'),
  EndSession: changes(call('sessions.end', 'admin', 'sessions'), 'question'),
  BackUp: changes(call('system.backup', 'admin', 'backup')),
  SaveExchange: changes(call('exchanges.save', 'admin')),
  TestExchange: changes(call('exchanges.test', 'admin')),
  DeleteExchange: changes(call('exchanges.delete', 'admin', 'exchange.delete'), 'question'),
  SaveTelegram: changes(call('telegram.save', 'admin')),
  TestTelegram: changes(call('telegram.test', 'admin')),
  SaveEmail: changes(call('email.save', 'admin')),
  TestEmail: changes(call('email.test', 'admin')),
  MarkNotificationsRead: changes(call('notifications.read', 'operator')),
  MarkAllRead: changes(call('notifications.read.all', 'operator')),
} satisfies Partial<Rows>;

/** Loads, and what concerns this client alone. */
const ofClient = {
  LoadAudit: reads(call('audit.list', 'admin', 'audit')),
  LoadLife: own,
  LoadTrades: own,
  LoadDecisions: own,
  LoadPerformance: own,
  SaveExport: own,
  Watch: ofScreen,
  Unwatch: ofScreen,
  Refresh: own,
  PauseLogs: own,
  ResumeLogs: own,
  ClearLogs: own,
  ShowToast: own,
  DismissToast: own,
  Reconnect: own,
  PageShown: own,
  NetworkOnline: own,
  Login: own,
  Logout: own,
} satisfies Partial<Rows>;

/** The permission of every command: a new one does not compile without its row. */
export const rows: Rows = { ...ofBot, ...ofMoney, ...ofPrices, ...ofBacktests, ...ofSettings, ...ofClient };
