import * as z from 'zod/mini';
import { enveloped } from './answer.ts';
import { mark } from './mark.ts';
import { coded, count, id, percent, stamped, text, time, tradingMode, usd } from './primitives.ts';
import { ProvenanceRecord } from './provenance.ts';
import { tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';

export const botState = z.enum(['stopped', 'starting', 'running', 'stopping', 'error']);
/** Beside the lifecycle: `reducing` begins nothing new, `halted` leaves cancels and, unless it was killed, the ways back. */
const tradingState = z.enum(['active', 'reducing', 'halted']);
/** `none`: nothing was chosen yet, and nothing is watched. */
export const marketSource = z.enum(['simulated', 'recorded', 'exchange', 'none']);
export type MarketSource = z.infer<typeof marketSource>;

const runningOf = ({ is_running, bot_status }: { is_running: boolean | null; bot_status: string | null }) => ({
  is_running: is_running ?? (bot_status === null ? null : bot_status === 'running'),
  bot_status: bot_status ?? (is_running === null ? null : is_running ? 'running' : 'stopped'),
});

/** One exchange in the bot: `state` of its supervisor, and the start of that state in `since`. */
const VenueRecord = mark(
  z.object({
    name: text,
    state: text,
    since: z.nullable(time),
    last_message_at: z.nullable(time),
    reason: z.nullable(text),
    ...coded,
  }),
  { required: ['name'], defaults: { state: '' } },
);

/** `uptime` in seconds since the last start, 0 while stopped; `executions_today` since 00:00 UTC; `opportunities_found` since `found_since`. */
export const BotStatusRecord = mark(
  z.object({
    is_running: z.boolean(),
    bot_status: botState,
    mode: tradingMode,
    uptime: z.number(),
    /** `message` in English; `code` and `params` name it for a client with texts of its own. */
    message: text,
    code: text,
    params: z.record(text, text),
    market_source: marketSource,
    /** Null while nothing is watched. */
    provenance: z.nullable(ProvenanceRecord),
    /** The name of the prices that are watched, as trades have it. */
    market: z.optional(text),
    enabled_exchanges: z.array(text),
    trading_pairs_count: count,
    active_config_id: z.nullable(id),
    halted: z.nullable(mark(z.object({ reason: text, at: time, ...coded }), { defaults: { reason: '' } })),
    trading_state: tradingState,
    /** `killed`: halted, and only cancels pass. */
    trading_code: z.optional(z.literal('killed')),
    trading_params: coded.params,
    executions_today: count,
    opportunities_found: count,
    /** The last start of the bot or, if later, of its process. */
    found_since: z.optional(time),
    min_profit_threshold: percent,
    max_capital_per_route: usd,
    auto_execute: z.boolean(),
    /** Versions of the configuration, counted by its activations: `running` was in force at the last start, null while stopped. */
    config: z.optional(z.object({ running: z.nullable(count), saved: z.nullable(count) })),
    /** Fees of each enabled exchange, in words. */
    fees: z.optional(
      z.array(mark(z.object({ exchange: text, detail: text }), { required: ['exchange'], defaults: { detail: '' } })),
    ),
    venues: z.optional(z.array(VenueRecord)),
    ...stamped,
  }),
  { computed: runningOf },
);
export type BotStatusRecord = z.infer<typeof BotStatusRecord>;

/** The client's form; `is_running` and `bot_status` follow from each other, and are null if both are missing. */
export const BotStatus = tolerant(BotStatusRecord);
export type BotStatus = Tolerant<typeof BotStatusRecord>;

/** Whose prices are watched, as trades name them; empty of a bot that names none. */
export const marketNameOf = (status: BotStatus | null): string => status?.market ?? '';

/** The most frequent call, without the schemas of the bot's other calls. */
export const statusCall = {
  method: 'GET',
  path: '/bot/status',
  extension: null,
  answer: enveloped(BotStatus),
} as const;
