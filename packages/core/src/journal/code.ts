import * as z from 'zod/mini';
import type { Preview } from '../contract/order.ts';
import type { Params } from '../contract/primitives.ts';
import type { ProvenanceCells } from '../contract/provenance-columns.ts';
import type { ResidualReason } from '../contract/risk.ts';
import type { Problem, ProblemKind } from './problem.ts';

type Action = 'start' | 'stop' | 'restart' | 'kill' | 'reset';
type None = Readonly<Record<never, never>>;
/** Why a command was not sent, and the values of the text. */
type Refusals = {
  busy: None;
  already_running: None;
  already_stopped: None;
  execution_running: None;
  execution_unsettled: None;
  not_live: None;
  mode_while_running: None;
  live_unconfirmed: None;
  mode_changing: None;
  kill_running: None;
  running_in_error: None;
  mode_unknown: None;
  mode_in_error: None;
  backtest_starting: None;
  config_not_loaded: None;
  replaying: None;
  /** The role of the operator, and the least role that may. */
  role_too_low: { role: string; needs: string };
  not_offered: None;
  unconfirmed: None;
  halted: None;
  not_halted: None;
  not_paper: None;
  state_unknown: None;
  bot_starting: None;
  bot_stopping: None;
  opportunity_expired: None;
  amount_wrong: None;
  floor_wrong: None;
  amount_required: None;
  amount_too_large: None;
  preview_running: None;
  preview_missing: None;
};

/** Outcomes of a command. `kind` is the reason for a missing answer, null if the bot answered. */
type Outcomes = { [A in `${Action}_${'done' | 'failed'}`]: None } & {
  /** The bot's own words, else the kind of the problem. */
  problem: { kind: ProblemKind };
  risk_done: None;
  flatten_done: None;
  order_cancelled: None;
  /** `profit_pct` in percent; `difference` to the profit that was shown, in USD, null where it is not known. */
  executed: { profit_pct: number | null; difference: number | null } & ProvenanceCells;
  execution_pending: None;
  /** Commands that move money were sent before the page was reloaded, and their answers were lost. */
  orders_unanswered: { count: number };
  execution_failed: { kind: ProblemKind | null };
  /** The Auto preset asks the chosen exchanges. */
  exchange_required_first: None;
  /** The bot runs over another data directory than before. */
  other_data: None;
  no_pairs: None;
  pairs_failed: None;
  /** `exchanges`: the names, joined by commas. */
  pairs_failed_of: { exchanges: string };
  backtest_failed: None;
  report_failed: None;
  export_saved: { file: string };
  export_failed: None;
  backtest_deleted: None;
  not_a_recording: None;
  recording_incomplete: None;
  recording_of_other_version: None;
  /** `detail` is the whole text. */
  text: None;
};

/** Why the live connection is not there. */
type Connections = {
  connection_closed: None;
  connection_not_opened: None;
  connection_not_authenticated: None;
  connection_silent: None;
  reconnection_exhausted: None;
};

/** The client's own lines in the log. `path`: within the frame or answer, empty for its root. */
type LogLines = {
  request_failed: { call: string; kind: ProblemKind; detail: string | null };
  answer_unreadable: { call: string; path: string; reason: string };
  frame_unreadable: { path: string; reason: string };
};

/** Every text that the client itself raises, by its code, with the values it shows. */
export type CodeParams = Refusals & Outcomes & Connections & LogLines;
export type Code = keyof CodeParams;
export type RefusalCode = keyof Refusals;
export type RecordingCode = 'not_a_recording' | 'recording_incomplete' | 'recording_of_other_version';
export type ConnectionCode = keyof Connections;

/** Source of the client's own log lines. Their text is the text of their code. */
export const ownSource = 'client';

/** A code with the values it needs. */
export type Coded<C extends Code = Code> = { [K in C]: { readonly code: K; readonly params: CodeParams[K] } }[C];

/** In the journal: a newer session file may hold codes that this client does not know. */
export const code = z.custom<Code>((value) => typeof value === 'string');
export const connectionCode = z.custom<ConnectionCode>((value) => typeof value === 'string');

/** The bot's answer: its code, if it announces codes, and its own words. */
export type Said = {
  readonly detail: string | null;
  readonly code?: string | null | undefined;
  readonly params?: Params | undefined;
};

/**
 * The texts of one language. A text of a code gets the code's values and what the bot said, null where it said nothing.
 * `bot` holds texts for codes of bots; a bot's code without a text here is shown in the bot's own words.
 */
export type Catalogue = {
  readonly codes: { readonly [C in Code]: string | ((params: CodeParams[C], said: string | null) => string) };
  readonly problems: Readonly<Record<ProblemKind, string>>;
  readonly bot: Readonly<Record<string, string | ((params: Params) => string)>>;
};

type Shown = {
  readonly code: string;
  readonly params: Params;
  readonly detail?: string | null;
  readonly said?: Omit<Said, 'detail'> | undefined;
};
type LogLine = Omit<Said, 'detail'> & { readonly source: string; readonly message: string };

/** The texts of one language, for whatever carries a code. */
export type Texts = {
  /** A code's text; of one without a text here the bot's words, else the code itself. */
  readonly code: (shown: Shown) => string;
  /** The bot's words: the text of its code where it sent one with values and there is one, else its `detail`. */
  readonly said: (said: Said) => string | null;
  /** Reasons of refused calls. */
  readonly problem: (problem: Problem) => string;
  /** The clause that says why a residual position is left; null for an unknown reason, or none. */
  readonly left: (reason: ResidualReason | undefined) => string | null;
  /** Warnings about an execution: texts of the codes if the bot sent one for each of its sentences. */
  readonly warnings: (preview: Pick<Preview, 'warnings' | 'notes'>) => readonly string[];
  /** Text of a log line: the client's own by code; the bot's by code if a text exists, otherwise its message. */
  readonly log: (line: LogLine) => string;
};

/** Formats codes with the texts of a catalogue. Never throws: a code without a text stays as it is. */
export const textsOf = ({ codes, problems, bot }: Catalogue): Texts => {
  const said = ({ code, params, detail }: Said): string | null => {
    const text = code == null || params === undefined ? undefined : own(bot, code);
    if (text === undefined) return detail;
    return typeof text === 'string' ? text : text(params ?? {});
  };
  const code = ({ code, params, detail = null, said: bot }: Shown): string => {
    const words = said({ ...bot, detail });
    const text = own<AnyText>(codes, code);
    if (text === undefined) return words ?? code;
    // The journal's schema does not check the values of a code.
    return typeof text === 'string' ? text : text(params as never, words);
  };
  return {
    said,
    code,
    left: (reason) => {
      if (reason === undefined) return null;
      const { code, loss_pct = null, most_pct = null } = reason;
      return said({ code: `left_${code}`, params: { loss_pct, most_pct }, detail: null });
    },
    problem: (problem) => said(problem) ?? problems[problem.kind],
    warnings: ({ warnings, notes = [] }) =>
      warnings.length > notes.length
        ? warnings
        : notes.map((note, at) => said({ ...note, detail: warnings[at] ?? note.code }) ?? note.code),
    log: ({ source, message, code: name, params }) =>
      source === ownSource && name != null && params !== undefined
        ? code({ code: name, params, detail: message })
        : (said({ code: name, params, detail: message }) ?? message),
  };
};

type AnyText = string | ((params: never, said: string | null) => string);
const own = <T>(texts: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(texts, key) ? texts[key] : undefined;
