import { type Capability, capability, type HealthRecord } from '@triquad/core/contract';
import type { Backend } from '../backend.ts';
import type { Handlers } from '../handler.ts';

/** What this version does beyond the spec, with or without users. */
const withoutUsers: readonly Capability[] = capability.options.filter((one) => one !== 'auth');

/** States of a connection in which its books are used for nothing. */
const faultyStates: readonly string[] = ['degraded', 'down'];

export function healthRoutes(backend: Backend): Pick<Handlers, 'health'> {
  return { health: () => health(backend) };
}

function health({ access, engine, market, vault, alerts, version, journalId, startedAt, now }: Backend): HealthRecord {
  const state = engine.state();
  const connections = engine.connections();
  const checks: HealthRecord['checks'] = {};
  for (const [exchange, { status, detail }] of state.feeds) {
    const faulty = connections.find((one) => one.exchange === exchange && faultyStates.includes(one.state));
    checks[`feed ${exchange}`] =
      status === 'live' && faulty !== undefined
        ? { status: 'degraded', detail: `${faulty.state}: ${faulty.reason ?? 'no reason known'}` }
        : { status: status === 'live' ? 'ok' : 'degraded', detail: detail || status };
  }
  // Open to everybody: why exactly, the status and the log say.
  checks.trading =
    state.halted === null ? { status: 'ok', detail: state.lifecycle } : { status: 'degraded', detail: 'halted' };
  if (vault.locked !== null) checks.vault = { status: 'degraded', detail: 'locked: the bot runs without its secrets' };
  for (const channel of alerts.failing()) checks[`alerts by ${channel}`] = { status: 'degraded', detail: 'failing' };
  const degraded = Object.values(checks).some(({ status }) => status === 'degraded');
  return {
    status: degraded ? 'degraded' : 'ok',
    version,
    journal_id: journalId,
    uptime_seconds: (now() - startedAt) / 1000,
    // A name and a password are worth asking for once somebody has them.
    capabilities: access.hasUsers() ? [...capability.options] : [...withoutUsers],
    market_source: market.source,
    market_detail: market.detail,
    checks,
  };
}
