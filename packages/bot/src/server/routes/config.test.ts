import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { defaultConfig } from '../../model/config.ts';
import type { Backend } from '../backend.ts';
import { createConfigs } from '../configs.ts';
import type { Call } from '../handler.ts';
import { Refusal } from '../problem.ts';
import { configRoutes } from './config.ts';

type Applied = Awaited<ReturnType<Backend['applyConfig']>>;

const fields = {
  name: 'Default',
  mode: 'paper' as const,
  ...{ enabled_exchanges: ['kucoin'], trading_pairs: [], min_profit_threshold: 1, max_capital_per_route: 1 },
  ...{ total_capital: 1, max_concurrent_orders: 1, max_daily_drawdown_pct: 1 },
  ...{ enable_triangular: true, enable_quadrangular: true, auto_execute: false },
  risk: { assets: {}, cooldown_after_failure_seconds: 1, stop_loss_pct: defaultConfig.stop_loss_pct },
};

/** The routes over saved configurations of which the first is in force; `answer` is what the journal says to each change. */
const created = (answer: () => Promise<Applied>) => {
  let made = 0;
  const configs = createConfigs(
    new DatabaseSync(':memory:'),
    fields,
    () => `c-${++made}`,
    () => 0,
  );
  configs.activate(configs.current().id);
  const applied: number[] = [];
  const applyConfig: Backend['applyConfig'] = (_id, { max_concurrent_orders }) => {
    applied.push(max_concurrent_orders);
    return answer();
  };
  const routes = configRoutes({ configs, applyConfig } as unknown as Backend);
  const change = (version: number, max_concurrent_orders: number) =>
    routes['config.update']({
      parameters: { id: 'c-1' },
      body: { version, max_concurrent_orders },
      principal: null,
    } as Call<'config.update'>);
  const activate = (id: string) =>
    routes['config.activate']({ parameters: { id }, principal: null } as Call<'config.activate'>);
  return { configs, applied, change, activate };
};

const statusOf = (answer: unknown): number => (answer instanceof Refusal ? answer.status : 200);

test('what the journal cannot take is refused and saved nowhere', async () => {
  const { configs, change, activate } = created(async () => ({
    ok: false,
    problem: 'unavailable',
    detail: 'the journal cannot be written',
  }));
  const before = configs.current();
  const other = configs.create({ ...fields, name: 'Other' });
  expect(statusOf(await change(before.version, 9))).toBe(503);
  expect(statusOf(await activate(other.id))).toBe(503);
  expect(configs.current()).toEqual(before);
});

test('of two changes of the same version while the journal takes its time, the second is refused and never in force', async () => {
  const waiting: (() => void)[] = [];
  const { configs, applied, change } = created(
    () => new Promise((resolve) => waiting.push(() => resolve({ ok: true, value: { version: 1 } }))),
  );
  const answers = Promise.all([change(1, 5), change(1, 6)]);
  for (let turn = 0; turn < 20; turn += 1) {
    await Promise.resolve();
    for (const answer of waiting.splice(0)) answer();
  }
  expect((await answers).map(statusOf)).toEqual([200, 409]);
  expect(applied).toEqual([5]);
  expect(configs.current().max_concurrent_orders).toBe(5);
});
