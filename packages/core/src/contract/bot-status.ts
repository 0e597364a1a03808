import * as z from 'zod/mini';
import {
  coded,
  enveloped,
  ifAny,
  looseList,
  looseNumber,
  looseRecord,
  looseText,
  looseTime,
  orElse,
  orNull,
} from './loose.ts';
import { Provenance } from './provenance.ts';

/** One exchange in the bot: `state` of its supervisor, and the start of that state in `since`. */
const Venue = looseRecord({
  name: looseText,
  state: orElse(looseText, ''),
  since: orNull(looseTime),
  last_message_at: orNull(looseTime),
  reason: orNull(looseText),
  ...coded,
});

/** Versions of the configuration: the one that runs (null while stopped) and the one that is saved. */
const ConfigVersions = looseRecord({ running: orNull(looseNumber), saved: orNull(looseNumber) });

const rawStatus = looseRecord({
  is_running: orNull(z.boolean()),
  bot_status: orNull(looseText),
  mode: orNull(looseText),
  uptime: orNull(looseNumber),
  message: orNull(looseText),
  market_source: orNull(looseText),
  provenance: Provenance,
  market: ifAny(looseText),
  enabled_exchanges: orElse(looseList, []),
  trading_pairs_count: orNull(looseNumber),
  active_config_id: orNull(looseText),
  halted: orNull(looseRecord({ reason: orElse(looseText, ''), at: orNull(looseTime), ...coded })),
  executions_today: orNull(looseNumber),
  opportunities_found: orNull(looseNumber),
  found_since: orNull(looseTime),
  min_profit_threshold: orNull(looseNumber),
  max_capital_per_route: orNull(looseNumber),
  auto_execute: orNull(z.boolean()),
  /** Of a bot that announces `status.v2`: active, reducing or halted, beside the lifecycle; `trading_code` says why. */
  trading_state: ifAny(looseText),
  trading_code: ifAny(looseText),
  trading_params: coded.params,
  venues: ifAny(z.array(Venue)),
  config: ifAny(ConfigVersions),
  fees: ifAny(z.array(looseRecord({ exchange: looseText, detail: orElse(looseText, '') }))),
  at: ifAny(looseTime),
  ...coded,
});

/** The client's form; `is_running` is derived from `bot_status` if absent, and null if both are. */
export const BotStatus = z.pipe(
  rawStatus,
  z.transform((raw) => ({
    ...raw,
    is_running: raw.is_running ?? (raw.bot_status === null ? null : raw.bot_status === 'running'),
    bot_status: raw.bot_status ?? (raw.is_running === null ? null : raw.is_running ? 'running' : 'stopped'),
  })),
);
export type BotStatus = z.infer<typeof BotStatus>;

/** What a client needs of the most frequent call, without the schemas of the other calls of a bot. */
export const statusCall = {
  method: 'GET',
  path: '/bot/status',
  extension: null,
  answer: enveloped(BotStatus),
} as const;
