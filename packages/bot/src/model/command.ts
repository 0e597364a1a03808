import type { FlattenedRecord, PlaceOrder as PlaceOrderBody, PreviewRecord, TradingMode } from '@triquad/core/contract';
import type { ConfigActivated } from './config-event.ts';
import type { EffectKey } from './effect.ts';
import type { Execution, Order } from './state.ts';

/** Percent and USD as in the contract; what is left out stays as it was. An empty list of trading pairs means all. */
export type StartParameters = {
  readonly mode?: TradingMode;
  readonly enabled_exchanges?: readonly string[];
  readonly trading_pairs?: readonly string[];
  readonly min_profit_threshold?: number;
  readonly max_capital_per_route?: number;
};

export type StartBot = { readonly type: 'StartBot'; readonly parameters: StartParameters };
/** Ends when running executions are finished or unwound. */
export type StopBot = { readonly type: 'StopBot'; readonly cancel_orders: boolean };
export type RestartBot = { readonly type: 'RestartBot'; readonly parameters: StartParameters };
/** Only while stopped, and with no order whose outcome is open. */
export type ChangeMode = { readonly type: 'ChangeMode'; readonly mode: TradingMode };
/**
 * `amount` in USD, at most what the opportunity's size allows; null for its own size. Ends when the execution has ended, or after 25 s.
 * With `guard` it is refused, with a new preview, below the floor (percent; null: the running threshold), and when the opportunity
 * was executed before, unless `again`.
 */
export type ExecuteOpportunity = {
  readonly type: 'ExecuteOpportunity';
  readonly opportunity_id: string;
  readonly amount: number | null;
  readonly dry_run: boolean;
  readonly guard?: { readonly min_profit_pct: number | null; readonly again: boolean } | undefined;
  readonly key?: EffectKey | undefined;
};
/** What an execution would do now; changes nothing. `amount` in USD. */
export type PreviewOpportunity = {
  readonly type: 'PreviewOpportunity';
  readonly opportunity_id: string;
  readonly amount: number;
};
/** Ends when the exchange has answered. */
export type PlaceOrder = {
  readonly type: 'PlaceOrder';
  readonly order: PlaceOrderBody;
  readonly key?: EffectKey | undefined;
};
export type CancelOrder = { readonly type: 'CancelOrder'; readonly order_id: string };
/** Once answered no order leaves; open orders are cancelled, the bot stops and stays halted. */
export type Kill = { readonly type: 'Kill'; readonly reason: string };
export type ResetKill = { readonly type: 'ResetKill' };
/** `name` as in the breakers of `risk()`. */
export type ResetBreaker = { readonly type: 'ResetBreaker'; readonly name: string };
/** `sell`: by the best way back to where it came from. `keep`: it is a position from now on, and routes may use the asset again. */
export type ResolveStranded = {
  readonly type: 'ResolveStranded';
  readonly exchange: string;
  readonly asset: string;
  readonly action: 'sell' | 'keep';
  readonly key?: EffectKey | undefined;
};
/** Puts a configuration in force, in the journal first; what runs goes on with the parameters it was started with. */
export type ActivateConfig = { readonly type: 'ActivateConfig' } & Pick<
  ConfigActivated,
  'id' | 'name' | 'config' | 'actor'
>;
/** Sells all that executions have left behind, within the bounds of the last preview of that caller, or makes one. */
export type Flatten = {
  readonly type: 'Flatten';
  readonly preview: boolean;
  readonly caller: string;
  readonly key?: EffectKey | undefined;
};
/** Books a difference between an account and the ledger, and lets the account trade again when it was the last unexplained one. */
export type AcceptDifference = {
  readonly type: 'AcceptDifference';
  readonly id: string;
  readonly reason: string;
  readonly actor: { readonly name: string; readonly role: string };
};
/** Gives the paper wallet of the present market its starting funds again. `market`: the one that the caller saw. */
export type ResetWallet = {
  readonly type: 'ResetWallet';
  readonly market?: string | undefined;
  readonly key?: EffectKey | undefined;
  readonly actor: { readonly name: string; readonly role: string };
};
export type MarkNotificationsRead = { readonly type: 'MarkNotificationsRead'; readonly ids: readonly string[] | 'all' };

export type Command =
  | StartBot
  | StopBot
  | RestartBot
  | ChangeMode
  | ExecuteOpportunity
  | PreviewOpportunity
  | PlaceOrder
  | CancelOrder
  | Kill
  | ResetKill
  | ResetBreaker
  | ResolveStranded
  | Flatten
  | AcceptDifference
  | ResetWallet
  | ActivateConfig
  | MarkNotificationsRead;

/** What a command answers when it is carried out. */
export type Answers = {
  StartBot: { readonly message: string };
  StopBot: { readonly message: string; readonly cancelled_orders: number };
  RestartBot: { readonly message: string };
  ChangeMode: { readonly message: string };
  ExecuteOpportunity: Execution;
  PreviewOpportunity: PreviewRecord;
  PlaceOrder: Order;
  CancelOrder: Order;
  Kill: {
    readonly message: string;
    readonly cancelled_orders: number;
    /** Cancels that were sent, orders whose outcome is not known, assets of executions that are still held. */
    readonly sent: number;
    readonly unknown: number;
    readonly held: number;
  };
  ResetKill: { readonly message: string };
  ResetBreaker: { readonly message: string };
  ResolveStranded: { readonly message: string };
  Flatten: FlattenedRecord;
  AcceptDifference: { readonly message: string };
  ResetWallet: { readonly message: string };
  ActivateConfig: { readonly version: number };
  MarkNotificationsRead: { readonly updated: number };
};

/**
 * `conflict`: the state refuses it now; `rejected`: a field is wrong, or a limit or the exchange refuses; `unavailable`: the
 * journal or an exchange cannot be reached. `detail` is a sentence for a person.
 */
export type CommandProblem = {
  readonly ok: false;
  readonly problem: 'conflict' | 'not-found' | 'rejected' | 'unavailable';
  readonly detail: string;
  /** A stable word for programs where `problem` says too little. */
  readonly code?: string;
  /** What an execution would do now. */
  readonly preview?: PreviewRecord;
};
export type CommandResult<T> = { readonly ok: true; readonly value: T } | CommandProblem;

export const refuse = (
  problem: CommandProblem['problem'],
  detail: string,
  more: Pick<CommandProblem, 'code' | 'preview'> = {},
): CommandProblem => ({ ok: false, problem, detail, ...more });

export const notWritten = refuse('unavailable', 'the journal cannot be written');
