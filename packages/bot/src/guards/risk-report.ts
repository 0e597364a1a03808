import type { RiskRecord } from '@triquad/core/contract';
import type { Core, Settings, Venues } from '../kernel/core.ts';
import { capitalUsd, exposureOf, rateOf } from '../kernel/exposure.ts';
import { breakerNames } from '../model/breaker-settings.ts';
import { isoTime } from '../model/moment.ts';
import { provenanceNow } from '../model/provenance.ts';
import type { JournalledState } from '../model/state.ts';
import { differencesAt } from '../orders/reconcile.ts';
import type { Residuals } from '../orders/residuals.ts';
import { fallPct } from '../risk/losses.ts';

type Needs = Settings & Venues & Pick<Core, 'outages' | 'recorder'>;

/** How long the route still rests that rests longest, in ms; 0 where none does. */
type Routes = { longestCooldownLeft(): number };

/** What holds the bot back, how much of each limit is used, and the ways out of residual positions. */
export const riskOf = (
  core: Needs,
  halted: JournalledState['halted'],
  routes: Routes,
  residuals: Residuals,
): RiskRecord => {
  const { breakers } = core.recorder.state;
  const tripped = [...breakers.values()].flatMap(({ tripped_at }) => (tripped_at === null ? [] : [tripped_at]));
  const since = halted ? halted.at : tripped.length > 0 ? Math.min(...tripped) : null;
  return {
    provenance: provenanceNow(core.recorder.state),
    state: halted ? 'halted' : tripped.length > 0 ? 'reducing' : 'active',
    since: since === null ? null : isoTime(since),
    reason: halted?.reason ?? null,
    breakers: breakersOf(core),
    limits: limitsOf(core, routes),
    stranded: residualsOf(core, residuals),
    accounts: accountsOf(core),
  };
};

const breakersOf = ({ recorder, config }: Needs): RiskRecord['breakers'] =>
  breakerNames.map((name) => {
    const breaker = recorder.state.breakers.get(name);
    const tripped_at = breaker?.tripped_at ?? null;
    return {
      name,
      status: tripped_at === null ? 'ok' : 'tripped',
      reason: tripped_at === null ? null : (breaker?.reason ?? null),
      tripped_at: tripped_at === null ? null : isoTime(tripped_at),
      resumes: config().breakers[name].cool_off_ms === null ? 'operator' : 'itself',
    };
  });

const limitsOf = (core: Needs, routes: Routes): RiskRecord['limits'] => {
  const { state } = core.recorder;
  const config = core.config();
  const { running, position, volume, atWork } = exposureOf(core);
  const { last, base } = state.equity;
  const peak = state.today.peak_equity;
  const fall = (from: number | null) => (last === null ? null : Math.max(0, fallPct(from, last)));
  const cooldown = Math.max(0, routes.longestCooldownLeft() / 1000);
  return [
    row(
      'capital_per_route',
      'route',
      core.parameters().max_capital_per_route,
      Math.max(0, ...running.map(capitalUsd)),
      'usd',
    ),
    row('total_capital', 'all', config.total_capital, atWork(), 'usd'),
    row('simultaneous_executions', 'all', config.max_concurrent_orders, running.length, 'count'),
    ...Object.entries(config.assets).flatMap(([asset, limit]) => [
      row('position', asset, limit.max_position, position(asset), 'usd'),
      row('daily_volume', asset, limit.max_daily_volume, volume(asset), 'usd'),
    ]),
    row('cooldown', 'route', config.cooldown_after_failure_seconds, cooldown, 'seconds'),
    row('daily_drawdown', 'all', config.max_daily_drawdown_pct, fall(peak), 'percent'),
    row('stop_loss', 'all', config.stop_loss_pct, fall(base), 'percent'),
  ];
};

type Row = RiskRecord['limits'][number];
const row = (name: Row['name'], scope: string, limit: number, used: number | null, unit: Row['unit']): Row => ({
  name,
  scope,
  limit,
  used,
  unit,
});

const residualsOf = (core: Needs, { wayOut }: Residuals): RiskRecord['stranded'] => {
  const { state } = core.recorder;
  return [...state.residuals].flatMap(([exchange, assets]) =>
    [...assets].map(([asset, amount]) => {
      const origin = state.residual_origins.get(exchange)?.get(asset);
      const rate = rateOf(core, exchange, asset);
      const value_usd = rate === null ? null : Number(amount) * rate;
      const way = wayOut(exchange, asset);
      const end = way && rateOf(core, exchange, way.path.at(-1) ?? '');
      return {
        exchange,
        asset,
        amount: Number(amount),
        value_usd,
        since: isoTime(origin?.since ?? 0),
        execution_id: origin?.execution_id ?? null,
        ...(origin?.reason && { reason: origin.reason }),
        way_out: way && {
          market: way.exit.instrument.symbol,
          side: way.exit.side,
          quantity: way.order.quantity.toNumber(),
          expected_price: way.expected_price.toNumber(),
          expected_loss_usd: value_usd === null || end === null ? null : value_usd - way.expected_end.toNumber() * end,
          path: [...way.path],
        },
      };
    }),
  );
};

const accountsOf = (core: Needs): NonNullable<RiskRecord['accounts']> =>
  [...core.exchanges.keys()].map((exchange) => {
    const halt = core.recorder.state.halted_accounts.get(exchange);
    const outage = core.outages.reasons().get(exchange);
    const unverified = core.comparisons.obstacle(exchange);
    const coming = outage !== undefined ? 'down' : core.ready.has(exchange) ? null : 'starting';
    const state = coming ?? (halt ? 'halted' : unverified !== null ? 'unverified' : 'ready');
    const differences = differencesAt(core, exchange).length;
    return { exchange, state, reason: outage ?? halt?.reason ?? unverified, differences };
  });
