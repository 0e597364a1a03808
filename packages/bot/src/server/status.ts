import type { BotStatusRecord, MarketSource } from '@triquad/core/contract';
import type { Engine } from '../engine/engine.ts';
import { trippedReason } from '../kernel/fold-breakers.ts';
import { isoTime } from './records.ts';

export interface StatusOptions {
  readonly engine: Engine;
  readonly source: MarketSource;
  /** UTC milliseconds. */
  readonly now: number;
}

const UNCONFIGURED =
  'The bot is stopped: no configuration is in force. Look at the limits, then save or activate a configuration.';

/** What the bot is doing, as the contract tells it. */
export function botStatus({ engine, source, now }: StatusOptions): BotStatusRecord {
  const state = engine.state();
  const { parameters, lifecycle, halted, config } = state;
  const runsSince = lifecycle === 'running' || lifecycle === 'stopping' ? state.started_at : null;
  return {
    is_running: lifecycle === 'running',
    bot_status: lifecycle,
    mode: state.mode,
    uptime: runsSince === null ? 0 : Math.max(0, (now - runsSince) / 1000),
    message:
      config === null && lifecycle === 'stopped'
        ? UNCONFIGURED
        : sentence(lifecycle, halted?.reason ?? null, trippedReason(state)),
    market_source: source,
    enabled_exchanges: [...parameters.enabled_exchanges],
    trading_pairs_count: parameters.trading_pairs.length || engine.statistics().markets,
    active_config_id: config?.id ?? null,
    halted: halted === null ? null : { reason: halted.reason, at: isoTime(halted.at) },
    trading_state: state.trading_state,
    ...(state.killed ? { trading_code: 'killed' as const } : {}),
    executions_today: state.today.executions,
    opportunities_found: state.opportunities_found,
    min_profit_threshold: parameters.min_profit_threshold,
    max_capital_per_route: parameters.max_capital_per_route,
    auto_execute: config?.config.auto_execute ?? false,
    config: { running: runsSince === null ? null : state.started_under, saved: config?.version ?? null },
  };
}

function sentence(lifecycle: BotStatusRecord['bot_status'], haltReason: string | null, tripped: string | null): string {
  if (haltReason !== null) return `Halted: ${haltReason}`;
  switch (lifecycle) {
    case 'running':
      return tripped === null ? 'The bot is scanning.' : `The bot is scanning, but begins nothing new: ${tripped}.`;
    case 'starting':
      return 'The bot is starting.';
    case 'stopping':
      return 'The bot is stopping.';
    default:
      return 'The bot is stopped.';
  }
}
