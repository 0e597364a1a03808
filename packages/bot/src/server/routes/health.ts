import type { Capability, HealthRecord } from '@triquad/core/contract';
import type { Backend } from '../backend.ts';
import type { Handlers } from '../handler.ts';

/** What this version really does beyond the spec. */
const CAPABILITIES: readonly Capability[] = [
  'audit',
  'auth.code',
  'balances.stream',
  'bot.kill',
  'bot.mode',
  'config.write',
  'decisions',
  'logs.history',
  'metrics',
  'orders.stream',
  'scan',
  'socket.auth',
];

export function healthRoutes(backend: Backend): Pick<Handlers, 'health'> {
  return { health: () => health(backend) };
}

function health({ engine, market, version, startedAt, now }: Backend): HealthRecord {
  const state = engine.state();
  const checks: HealthRecord['checks'] = {};
  for (const [exchange, { status, detail }] of state.feeds) {
    checks[`feed ${exchange}`] = { status: status === 'live' ? 'ok' : 'degraded', detail: detail || status };
  }
  checks.trading =
    state.halted === null
      ? { status: 'ok', detail: state.lifecycle }
      : { status: 'degraded', detail: `halted: ${state.halted.reason}` };
  const degraded = Object.values(checks).some(({ status }) => status === 'degraded');
  return {
    status: degraded ? 'degraded' : 'ok',
    version,
    uptime_seconds: (now() - startedAt) / 1000,
    capabilities: [...CAPABILITIES],
    market_source: market.source,
    market_detail: market.detail,
    checks,
  };
}
