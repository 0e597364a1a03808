import type { FlattenedRecord } from '@triquad/core/contract';
import type { BigNumber } from 'bignumber.js';
import type { Core } from '../kernel/core.ts';
import { rateOf } from '../kernel/exposure.ts';
import { type Elapsed, since } from '../model/clock.ts';
import { type Answers, type CommandResult, type Flatten, notWritten, refuse } from '../model/command.ts';
import { provenanceNow } from '../model/provenance.ts';
import type { Residuals } from './residuals.ts';

type Needs = Pick<
  Core,
  'clock' | 'ids' | 'exchanges' | 'valuation' | 'recorder' | 'gate' | 'lifecycle' | 'log' | 'after'
>;

type Position = FlattenedRecord['positions'][number];
type Plan = { readonly position: Position; readonly floors: ReadonlyMap<string, BigNumber> };
type Preview = { readonly plans: readonly Plan[]; readonly at: Elapsed };

/** Sells everything that executions have left behind, as it was previewed: also after a kill, when nothing else may be sent. */
export type Flattener = (command: Flatten) => Promise<CommandResult<Answers['Flatten']>>;

/** How long a preview may be confirmed, and how long the answer waits for the sales. */
const validMs = 60_000;
const patienceMs = 25_000;
const previewsKept = 20;

export const createFlattener = (core: Needs, residuals: Residuals): Flattener => {
  const { recorder, clock, gate } = core;
  const { state } = recorder;
  /** By caller: what each was shown last. */
  const previews = new Map<string, Preview>();
  let isRunning = false;

  const preview = (caller: string): FlattenedRecord => {
    const plans = [...state.residuals].flatMap(([exchange, assets]) =>
      [...assets.keys()].map((asset) => ({
        position: positionOf(core, residuals, exchange, asset),
        floors: residuals.floors(exchange, asset),
      })),
    );
    previews.delete(caller);
    previews.set(caller, { plans, at: clock.monotonic() });
    const [oldest] = previews.keys();
    if (previews.size > previewsKept && oldest !== undefined) previews.delete(oldest);
    const message = plans.length === 0 ? 'Nothing is held that an execution has left' : 'This would be sold';
    return record(core, { message, positions: plans.map(({ position }) => position) });
  };

  const sellAll = async (id: string, plans: readonly Plan[]): Promise<readonly Position[]> => {
    const outcomes = new Map<Plan, string>();
    const exchanges = new Set(plans.map(({ position }) => position.exchange));
    // An exchange has one sale at a time; the exchanges do not wait for each other.
    const sales = [...exchanges].map(async (exchange) => {
      for (const plan of plans.filter(({ position }) => position.exchange === exchange)) {
        const result = await residuals.sell(exchange, plan.position.asset, { flatten: id, floors: plan.floors });
        outcomes.set(plan, result.ok ? result.value.message : result.detail);
      }
    });
    const ended = Promise.all(sales).finally(() => {
      gate.endFlatten();
      isRunning = false;
      recorder.record([{ type: 'FlattenFinished', flatten_id: id, at: clock.now() }]);
    });
    await Promise.race([ended, new Promise<void>((resolve) => core.after(patienceMs, resolve))]);
    return plans.map((plan) => ({
      ...plan.position,
      amount: Number(state.residuals.get(plan.position.exchange)?.get(plan.position.asset) ?? 0),
      outcome: outcomes.get(plan) ?? 'the sale goes on: the exchange has not answered yet',
    }));
  };

  return async ({ preview: isPreview, caller, key }) => {
    if (core.lifecycle() === 'starting') return refuse('conflict', 'the bot is starting');
    if (isPreview) return { ok: true, value: preview(caller) };
    if (isRunning) return refuse('conflict', 'another flatten is under way');
    const shown = previews.get(caller);
    if (shown === undefined || since(shown.at, clock.monotonic()) > validMs)
      return refuse('conflict', 'look at a preview first; one may be confirmed within a minute, once', {
        code: 'preview_needed',
      });
    previews.delete(caller);
    const plans = shown.plans.filter(({ floors }) => floors.size > 0);
    if (plans.length === 0) return refuse('conflict', 'there is nothing that a trusted book takes');
    const id = core.ids();
    const positions = plans.map(({ position: { exchange, asset, amount }, floors }) => ({
      exchange,
      asset,
      amount: String(amount),
      floors: Object.fromEntries([...floors].map(([hop, price]) => [hop, price.toFixed()])),
    }));
    const started = { type: 'FlattenStarted', id, positions, ...(key && { key }), at: clock.now() } as const;
    if (!recorder.record([started])) return notWritten;
    isRunning = true;
    gate.beginFlatten(id);
    core.log('WARNING', 'risk', 'A flatten has begun', { flatten_id: id, positions });
    const after = await sellAll(id, plans);
    const sold = after.filter(({ amount }) => amount === 0).length;
    const message = `Sold: ${sold} of ${shown.plans.length} positions`;
    return { ok: true, value: { ...record(core, { message, positions: after }), preview: false } };
  };
};

const record = (
  core: Needs,
  shown: Pick<FlattenedRecord, 'message'> & { readonly positions: readonly Position[] },
): FlattenedRecord => ({
  provenance: provenanceNow(core.recorder.state),
  ...shown,
  preview: true,
  positions: [...shown.positions],
  expected_loss_usd: shown.positions.reduce((sum, { expected_loss_usd }) => sum + (expected_loss_usd ?? 0), 0),
});

const positionOf = (core: Needs, residuals: Residuals, exchange: string, asset: string): Position => {
  const amount = Number(core.recorder.state.residuals.get(exchange)?.get(asset) ?? 0);
  const rate = rateOf(core, exchange, asset);
  const value_usd = rate === null ? null : amount * rate;
  const way = residuals.wayOut(exchange, asset);
  const end = way && rateOf(core, exchange, way.path.at(-1) ?? '');
  const proceeds = way === null || end === null ? null : way.expected_end.toNumber() * end;
  return {
    exchange,
    asset,
    amount,
    value_usd,
    market: way?.exit.instrument.symbol ?? null,
    expected_price: way?.expected_price.toNumber() ?? null,
    floor_price: way?.order.price.toNumber() ?? null,
    expected_proceeds_usd: proceeds,
    expected_loss_usd: proceeds === null || value_usd === null ? null : Math.max(0, value_usd - proceeds),
    outcome: null,
  };
};
