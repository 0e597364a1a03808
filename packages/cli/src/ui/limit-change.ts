import { type ClientState, type SettingWork, selectCan, selectWork } from '@triquad/core';
import { type BotConfig, readParameters, type SomeParameters } from '@triquad/core/contract';
import { type Entry, readEntry, readNumber } from '@triquad/core/rules';
import type { ChangeableLimit } from './bounds.ts';
import { mistakes } from './mistakes.ts';
import type { LimitDialog } from './screen-state.ts';

/** Known state of the configuration with the limits. */
export interface KnownLimits {
  /** Null until it is read. */
  readonly config: BotConfig | null;
  /** The bot keeps a configuration that is sent to it. */
  readonly isWritable: boolean;
  /** The last change of a limit; null before the first. */
  readonly work: SettingWork | null;
}

export const knownLimits = (state: ClientState): KnownLimits => ({
  config: state.loaded.config,
  isWritable: selectCan('config.write')(state),
  work: selectWork('risk')(state),
});

/** A change of a limit as the dialog shows it and as it is sent. */
export interface LimitChange {
  /** In the unit of the limit; null while it is none. */
  readonly value: number | null;
  /** Null where it cannot be sent. */
  readonly parameters: SomeParameters | null;
  /** Outcome; null before it is sent. */
  readonly outcome: 'sent' | 'done' | 'failed' | null;
  /** Why it cannot be sent now, null when it can. */
  readonly obstacle: string | null;
}

export function limitChange(dialog: LimitDialog, known: KnownLimits): LimitChange {
  const { limit, typed, sentAfter } = dialog;
  const entry = entryOf(typed);
  const { value } = entry;
  const parameters = value === null || known.config === null ? null : parametersOf(limit, value, known.config);
  const work = sentAfter !== null && known.work !== null && known.work.seq > sentAfter ? known.work : null;
  const outcome = sentAfter === null ? null : work === null || work.phase === 'busy' ? 'sent' : work.phase;
  return { value, parameters, outcome, obstacle: obstacleOf(entry, parameters, outcome, known) };
}

/** Refuses what could be read as thousands in any unit: a limit of 10,000 that became 10 would stop the bot. */
function entryOf(typed: string): Entry {
  const read = readNumber(typed);
  return read.ok && read.thousands !== null ? { value: null, mistake: 'thousands' } : readEntry(typed, 'percent');
}

function obstacleOf(
  { value, mistake }: Entry,
  parameters: SomeParameters | null,
  outcome: LimitChange['outcome'],
  { config, isWritable }: KnownLimits,
): string | null {
  if (outcome === 'sent') return 'it is being changed';
  if (outcome === 'done') return 'it is changed';
  if (!isWritable) return 'this bot takes no limits';
  if (config === null) return 'the configuration is still being read';
  if (mistake !== null) return mistakes[mistake];
  if (value === null) return 'no figure is typed';
  return parameters === null ? 'the bot takes no such figure' : null;
}

/** The fields of the configuration that make `value` the limit; null for a figure or a limit that it does not have. */
function parametersOf({ name, scope }: ChangeableLimit, value: number, { risk }: BotConfig): SomeParameters | null {
  const ofAsset = (field: 'max_position' | 'max_daily_volume') => ({
    risk: { ...risk, assets: { ...risk?.assets, [scope]: { ...risk?.assets[scope], [field]: value } } },
  });
  const fields: Readonly<Record<ChangeableLimit['name'], object>> = {
    capital_per_route: { max_capital_per_route: value },
    total_capital: { total_capital: value },
    simultaneous_executions: { max_concurrent_orders: value },
    daily_drawdown: { max_daily_drawdown_pct: value },
    position: ofAsset('max_position'),
    daily_volume: ofAsset('max_daily_volume'),
    cooldown: { risk: { ...risk, cooldown_after_failure_seconds: value } },
    stop_loss: { risk: { ...risk, stop_loss_pct: value } },
    max_unwind_loss_pct: { risk: { ...risk, max_unwind_loss_pct: value } },
    max_profit_pct: { risk: { ...risk, max_profit_pct: value } },
  };
  return readParameters(JSON.stringify(fields[name]));
}
