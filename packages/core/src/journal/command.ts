import * as z from 'zod/mini';
import { BacktestConfig } from '../contract/backtest.ts';
import { StartParameters } from '../contract/bot.ts';
import { SomeParameters } from '../contract/config.ts';
import { ImportRequest } from '../contract/import.ts';
import { MarketWanted } from '../contract/market.ts';
import { PlaceOrder } from '../contract/order.ts';
import { tradingMode } from '../contract/primitives.ts';
import { WhatIfAsked } from '../contract/research.ts';
import { role } from '../contract/route.ts';
import { code } from './code.ts';
import { params } from './params.ts';
import { PerformanceAsked } from './performance.ts';
import { resourceName } from './resource.ts';
import { parameterForm } from './setting.ts';
import type { Tagged } from './tagged.ts';
import { toastKind } from './toast.ts';

const nothing = z.object({});
/** The word that the operator typed where the command can move real money. */
const confirm = z.optional(z.literal('LIVE'));
const id = z.string();
const secret = z.optional(z.string());
const keys = { api_key: secret, api_secret: secret, passphrase: secret };
const mail = {
  smtp_host: z.string(),
  smtp_port: z.number(),
  smtp_user: z.string(),
  smtp_password: secret,
  from_email: z.string(),
  to_email: z.string(),
};

/**
 * A command that changes something at the bot. `client.send` stamps it: `at`, epoch milliseconds, and `key`, its idempotency key.
 * Recordings of the first version have neither.
 */
const mutation = <S extends z.core.$ZodShape>(fields: S) =>
  z.object({ ...fields, at: z._default(z.number(), 0), key: z._default(z.string(), '') });

/** Every command that `client.send` takes, by its type, as it is journalled. */
export const commands = {
  /** Starts the bot; without `mode` the chosen one travels. */
  StartBot: mutation({ parameters: z.optional(StartParameters), confirm }),
  StopBot: mutation({ cancel_orders: z.optional(z.boolean()) }),
  RestartBot: mutation({ parameters: z.optional(StartParameters), confirm }),
  KillBot: mutation({ reason: z.optional(z.string()) }),
  /** Gives up a kill that the bot does not answer, or dismisses one that it has answered. */
  StopTryingKill: nothing,
  ResetKill: mutation({}),
  /** A bot that keeps the mode itself demands the word too. */
  ChangeMode: mutation({ mode: tradingMode, confirm }),
  /** `amount` in USD. */
  PreviewOpportunity: z.object({ opportunity_id: id, amount: z.number() }),
  /**
   * `expected_profit` in USD, as it was shown; `min_profit_pct`: the floor in percent, below which it is not executed.
   * `again`: although it was executed since the preview, or may have been.
   */
  ExecuteOpportunity: mutation({
    opportunity_id: id,
    amount: z.optional(z.number()),
    dry_run: z.boolean(),
    expected_profit: z.optional(z.number()),
    min_profit_pct: z.optional(z.number()),
    again: z.optional(z.boolean()),
    confirm,
  }),
  CloseTicket: nothing,
  /** An order by hand. `confirm`: as the operator typed it; live orders need it. */
  PlaceOrder: mutation({ order: PlaceOrder, confirm }),
  CancelOrder: mutation({ order_id: id }),
  ResetBreaker: mutation({ name: z.string() }),
  /** Gives the paper wallet of this market, which the operator saw, its starting funds again. */
  ResetWallet: mutation({ market: z.optional(z.string()) }),
  /** Sells every residual position; `preview`: only asks what would be sold. */
  Flatten: mutation({ preview: z.boolean(), confirm }),
  CloseFlatten: nothing,
  /** `sell`: by the best way back; `keep`: as a position. The operator has confirmed it. */
  ResolveStranded: mutation({ exchange: z.string(), asset: z.string(), action: z.enum(['sell', 'keep']), confirm }),
  /** Books what an account holds otherwise than the ledger, for this reason. */
  AcceptDifference: mutation({ id, reason: z.string() }),
  /** The newest entries of the audit log, or those before the one with this number. */
  LoadAudit: z.object({ before: z.optional(z.number()) }),
  /** One life of an opportunity, by its id or that of its execution, of an order or of a decision. */
  LoadLife: z.object({ id }),
  /** Trades that began in a window, from the one at `offset` on, newest first. */
  LoadTrades: z.object({ from: z.string(), to: z.optional(z.string()), offset: z.number() }),
  /** Decisions by the query of the call; `cursor` continues a search. */
  LoadDecisions: z.object({
    query: z.object({
      from: z.optional(z.string()),
      to: z.optional(z.string()),
      code: z.optional(z.string()),
      type: z.optional(z.string()),
      exchange: z.optional(z.string()),
      q: z.optional(z.string()),
    }),
    cursor: z.optional(z.string()),
  }),
  /** The figures of a window, and of the one that it is compared with. `exchange` null: of all. */
  LoadPerformance: PerformanceAsked,
  AskWhatIf: z.object({ asked: WhatIfAsked }),
  /** Requests a preview of files of prices. */
  PreviewImport: z.object({ request: ImportRequest }),
  RunImport: mutation({ request: ImportRequest }),
  CancelImport: mutation({ import_id: id }),
  /** Sends files, which wait in the client's outbox, to be imported by the bot. */
  SendFiles: z.object({ files: z.array(z.object({ name: z.string(), bytes: z.number() })) }),
  StopSending: nothing,
  /** Removes a file that was to be imported. */
  RemoveFile: z.object({ name: z.string() }),
  /** Closes the preview; a finished import is among the recordings. */
  CloseImport: nothing,
  /** Asks these exchanges which pairs they trade, against the quotes of the Auto preset. */
  FindPairs: z.object({ exchanges: z.array(z.string()) }),
  RunBacktest: mutation({ config: BacktestConfig }),
  /** Shows it: follows it while it is under way, and loads its report; closed, it runs on. */
  OpenBacktest: z.object({ backtest_id: id }),
  CloseBacktest: nothing,
  CancelBacktest: mutation({ backtest_id: id }),
  DeleteBacktest: mutation({ backtest_id: id }),
  /** Hands its report to the operator as a page, under this file name. */
  SaveReport: z.object({ backtest_id: id, file: z.string() }),
  /** Hands every row of a table that the query of the call selects to the operator, under this file name. */
  SaveExport: z.object({
    table: z.string(),
    query: z.object({
      format: z.enum(['csv', 'parquet']),
      from: z.optional(z.string()),
      to: z.optional(z.string()),
      mode: z.optional(z.enum(['paper', 'live'])),
      exchange: z.optional(z.string()),
      type: z.optional(z.string()),
      market: z.optional(z.string()),
      code: z.optional(z.string()),
      q: z.optional(z.string()),
    }),
    file: z.string(),
  }),
  /** A screen needs the resource, with at least `limit` rows; each Watch is ended by an Unwatch with the same fields. */
  Watch: z.object({ resource: resourceName, limit: z.optional(z.number()) }),
  Unwatch: z.object({ resource: resourceName, limit: z.optional(z.number()) }),
  Refresh: z.object({ resource: resourceName }),
  /** Asks the bot to refetch its balances, then loads them. */
  RefreshWallets: mutation({}),
  /** Requests the deposit address of one asset; exchanges create it on request. */
  LoadDeposit: z.object({ exchange: id, asset: z.string() }),
  /** Begins or ends recording what the bot sees. */
  SwitchRecorder: mutation({ recording: z.boolean() }),
  /** Stops the bot and watches something else from now on. */
  ChooseMarket: mutation({ wanted: MarketWanted }),
  CheckExchanges: mutation({
    exchanges: z.array(z.string()),
    regions: z.optional(z.record(z.string(), z.string())),
  }),
  MarkNotificationsRead: mutation({ notification_ids: z.array(id) }),
  MarkAllRead: mutation({}),
  /**
   * Writes the fields of one form into the active configuration of a bot that takes them, else keeps them here.
   * `version`: the one they were edited in.
   */
  SaveParameters: mutation({
    setting: parameterForm,
    parameters: SomeParameters,
    version: z.optional(z.number()),
  }),
  /** A key, secret or passphrase that is absent stays as it is. */
  SaveExchange: mutation({ name: id, enabled: z.boolean(), testnet: z.boolean(), ...keys }),
  TestExchange: mutation({ name: id, testnet: z.boolean() }),
  DeleteExchange: mutation({ name: id }),
  /** `bot_token` as it was shown, which is masked, stays as it is. */
  SaveTelegram: mutation({
    enabled: z.boolean(),
    bot_token: z.string(),
    chat_id: z.string(),
    alert_events: z.string(),
  }),
  TestTelegram: mutation({ bot_token: z.string(), chat_id: z.string(), message: z.string() }),
  /** An absent `smtp_password` stays as it is. */
  SaveEmail: mutation({ enabled: z.boolean(), ...mail, alert_events: z.optional(z.string()) }),
  TestEmail: mutation({ ...mail, subject: z.string(), message: z.string() }),
  // The bot honours no key where a password is sent: it would keep it as a quick hash of the body.
  CreateUser: z.object({ name: z.string(), password: z.string(), role }),
  /** An absent role or password stays as it is; either change ends the sessions of the user. */
  ChangeUser: z.object({ name: z.string(), password: secret, role: z.optional(role) }),
  RemoveUser: mutation({ name: z.string() }),
  EndSession: mutation({ id }),
  /** `config`: the fields that the new configuration has, its name among them. */
  CreateConfig: mutation({ config: z.record(z.string(), z.unknown()) }),
  ActivateConfig: mutation({ id }),
  DeleteConfig: mutation({ id }),
  /** Copies the data directory of the bot while it runs; `keys`: with the administrator's token and the key of the vault. */
  BackUp: mutation({ keys: z.boolean() }),
  PauseLogs: nothing,
  ResumeLogs: nothing,
  ClearLogs: nothing,
  /** A toast with an equal `id` replaces the one shown. `duration_ms` null: until dismissed; absent: by its kind. */
  ShowToast: z.object({
    kind: toastKind,
    code,
    params,
    detail: z.optional(z.nullable(z.string())),
    id: z.optional(id),
    duration_ms: z.optional(z.nullable(z.number())),
  }),
  DismissToast: z.object({ id }),
  /** Tries to connect at once, with a fresh count of attempts. */
  Reconnect: nothing,
  /** The page, or the terminal, is shown again after `hidden_ms` milliseconds. */
  PageShown: z.object({ hidden_ms: z.number() }),
  /** The machine has a network again. */
  NetworkOnline: nothing,
  /** One of: a token, the one-time code of a login link, a name and password. */
  Login: z.object({
    token: z.optional(z.string()),
    code: z.optional(z.string()),
    username: z.optional(z.string()),
    password: z.optional(z.string()),
  }),
  Logout: nothing,
};

/** A command as it is journalled. */
export type StampedCommand = Tagged<typeof commands>;
/** A command as a screen builds it. */
export type Command = Unstamped<StampedCommand>;
export type CommandType = Command['type'];
type Unstamped<C> = C extends { key: string } ? Omit<C, 'at' | 'key'> : C;

/** An execution as it was commanded, without the word; `amount` and `expected_profit` in USD, the floor in percent. */
export const ExecutionOrder = z.omit(commands.ExecuteOpportunity, { at: true, confirm: true });
export type ExecutionOrder = z.infer<typeof ExecutionOrder>;

/** The execution in the content of a command; null if it cannot be read. */
export const executionOrderIn = (content: string, key: string): ExecutionOrder | null => {
  try {
    const read = z.safeParse(ExecutionOrder, { ...JSON.parse(content), key });
    return read.success ? read.data : null;
  } catch {
    return null;
  }
};

export const isCommand = (type: string): boolean => Object.hasOwn(commands, type);
/** True if commands of this type are stamped with an idempotency key. */
export const isMutation = (type: string): boolean => isCommand(type) && 'key' in commands[type as CommandType].shape;

/** Content of a command without its stamp, as text; equal texts request the same. */
export const contentOf = (command: Command | StampedCommand): string =>
  JSON.stringify({ ...command, at: undefined, key: undefined }, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
