import type { BotStatusRecord, MarketSource, Provenance } from '@triquad/core/contract';
import type { Engine, EngineState } from '../engine/engine.ts';
import { trippedReason } from '../kernel/fold-breakers.ts';
import { isoTime } from '../model/moment.ts';
import type { EngineStatistics } from '../model/state.ts';

export interface StatusOptions {
  readonly engine: Engine;
  readonly source: MarketSource;
  /** Null while nothing is watched. */
  readonly provenance: Provenance | null;
  /** UTC milliseconds. */
  readonly now: number;
}

/** What the bot is doing, as the contract tells it. */
export function botStatus({ engine, source, provenance, now }: StatusOptions): BotStatusRecord {
  const state = engine.state();
  const statistics = engine.statistics();
  const { parameters, lifecycle, halted, config } = state;
  const runsSince = lifecycle === 'running' || lifecycle === 'stopping' ? state.running_since : null;
  return {
    is_running: lifecycle === 'running',
    bot_status: lifecycle,
    mode: state.mode,
    uptime: runsSince === null ? 0 : Math.max(0, (now - runsSince) / 1000),
    ...saying(state),
    market_source: source,
    provenance,
    ...(state.market === null ? {} : { market: state.market.market }),
    enabled_exchanges: [...parameters.enabled_exchanges],
    trading_pairs_count: parameters.trading_pairs.length || statistics.markets,
    active_config_id: config?.id ?? null,
    halted: halted === null ? null : { reason: halted.reason, at: isoTime(halted.at) },
    trading_state: state.trading_state,
    ...(state.killed ? { trading_code: 'killed' as const } : {}),
    executions_today: state.today.executions,
    opportunities_found: state.found.opportunities,
    found_since: isoTime(state.found.since),
    min_profit_threshold: parameters.min_profit_threshold,
    max_capital_per_route: parameters.max_capital_per_route,
    auto_execute: config?.config.auto_execute ?? false,
    fees: feesOf(statistics, parameters.enabled_exchanges),
    config: { running: runsSince === null ? null : state.started_under, saved: config?.version ?? null },
  };
}

const percentText = (value: number): string => `${Number(value.toFixed(4))} %`;

/** What each enabled exchange takes, and where that is from. */
function feesOf({ exchanges }: EngineStatistics, enabled: readonly string[]): BotStatusRecord['fees'] {
  return exchanges
    .filter(({ exchange }) => enabled.includes(exchange))
    .map(({ exchange, taker_fee_pct, maker_fee_pct = taker_fee_pct, fee_source }) => {
      const source = fee_source === undefined ? '' : ` (${fee_source})`;
      return { exchange, detail: `taker ${percentText(taker_fee_pct)}, maker ${percentText(maker_fee_pct)}${source}` };
    });
}

function saying(state: EngineState): Pick<BotStatusRecord, 'message' | 'code' | 'params'> {
  const { lifecycle, halted, config } = state;
  const say = (code: string, message: string, reason?: string) => ({
    message,
    code: `bot_${code}`,
    params: reason === undefined ? {} : { reason },
  });
  if (config === null && lifecycle === 'stopped')
    return say(
      'unconfigured',
      'The bot is stopped: no configuration is in force. Look at the limits, then save or activate a configuration.',
    );
  if (halted !== null) return say('halted', `Halted: ${halted.reason}`, halted.reason);
  if (lifecycle === 'starting') return say('starting', 'The bot is starting.');
  if (lifecycle === 'stopping') return say('stopping', 'The bot is stopping.');
  if (lifecycle === 'running') {
    const tripped = trippedReason(state);
    return tripped === null
      ? say('scanning', 'The bot is scanning.')
      : say('tripped', `The bot is scanning, but begins nothing new: ${tripped}.`, tripped);
  }
  return say('stopped', 'The bot is stopped.');
}
