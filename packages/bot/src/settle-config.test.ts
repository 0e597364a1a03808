import { DatabaseSync } from 'node:sqlite';
import type { BotConfigFields } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { createWorld, noon } from './engine/world.suite.ts';
import { configFields, defaultFields } from './engine-config.ts';
import { createMemoryStore } from './journal/memory.ts';
import { defaultConfig } from './model/config.ts';
import type { Fact } from './model/event.ts';
import { createConfigs } from './server/configs.ts';
import { settleConfig } from './settle-config.ts';

/** What a version without the bounds kept of a configuration, in `server.sqlite` and in the journal. */
const { max_unwind_loss_pct: _, max_profit_pct: __, ...risk } = defaultFields.risk;
const oldFields: BotConfigFields = { ...defaultFields, name: 'Careful', total_capital: 512, risk };
const config = { ...defaultConfig, total_capital: 512, paper_funds: { USDT: '512' }, unwind_max_slippage_pct: 2 };
const oldFact: Fact = {
  type: 'ConfigActivated',
  ...{ id: 'c-1', name: 'Careful', version: 1, actor: 'install', at: noon },
  config,
};

const openConfigs = () =>
  createConfigs(
    new DatabaseSync(':memory:'),
    defaultFields,
    () => 'c-1',
    () => noon,
  );

/** A data directory with a journal of these facts, and what each start of a bot on it does. */
const lifeOn = (facts: readonly Fact[], configs = openConfigs()) => {
  const store = createMemoryStore<Fact>();
  store.append(facts);
  const start = async (given: Partial<BotConfigFields> | null = null) => {
    const { engine } = await createWorld(null, store);
    await settleConfig({ engine, configs, isNew: facts.length === 0, given, newId: () => 'c-1' });
    const kept = [...store.read()].map(({ fact }) => fact);
    return {
      notices: kept.flatMap((fact) => (fact.type === 'NotificationRaised' ? [fact] : [])),
      activations: kept.flatMap((fact) => (fact.type === 'ConfigActivated' ? [fact] : [])),
      inForce: engine.state().config?.config,
      warnings: engine.state().logs.filter(({ source }) => source === 'config'),
    };
  };
  return { store, configs, start };
};

const bounds = { max_unwind_loss_pct: 1, max_profit_pct: 3 };
const added = { code: 'bounds_added', level: 'warning', params: { unwind_loss_pct: 1, profit_pct: 3 } };

test('a configuration of a version without the bounds goes on with the usual ones, and the first notification says so once', async () => {
  const { configs, start } = lifeOn([oldFact]);
  configs.restore('c-1', oldFields);
  const { notices, activations, inForce, warnings } = await start();
  expect(notices).toEqual([expect.objectContaining(added)]);
  expect(notices[0]?.message).toMatch(/at most 1 % of what was spent.* more than 3 % is executed only/);
  expect(inForce).toMatchObject({ ...bounds, total_capital: 512 });
  expect(activations.map(({ version, actor }) => [version, actor])).toEqual([
    [1, 'install'],
    [2, 'upgrade'],
  ]);
  expect(warnings).toEqual([]);
  const again = await start();
  expect([again.notices, again.activations, again.warnings]).toMatchObject([[added], { length: 2 }, []]);
});

test('so does one that was kept in server.sqlite alone', async () => {
  const { configs, start } = lifeOn([{ type: 'NotificationsRead', ids: 'all', at: noon }]);
  configs.restore('c-1', oldFields);
  expect(await start()).toMatchObject({ notices: [added], inForce: { ...bounds, total_capital: 512 } });
  expect(await start()).toMatchObject({ notices: [added], activations: { length: 1 } });
});

test('and one that differs from what is saved, at the same start', async () => {
  const { configs, start } = lifeOn([oldFact]);
  configs.restore('c-1', { ...oldFields, total_capital: 77 });
  expect(await start()).toMatchObject({ notices: [added], inForce: { ...bounds, total_capital: 512 } });
  expect(configs.current()).toMatchObject({ total_capital: 512, risk: bounds });
  expect(await start()).toMatchObject({ notices: [added], activations: { length: 2 } });
});

test('an upgrade that was killed after its notification does not send it again', async () => {
  const { store, configs, start } = lifeOn([oldFact]);
  configs.restore('c-1', oldFields);
  await start();
  const cut = [...store.read()].map(({ fact }) => fact).filter((fact) => fact.type !== 'ConfigActivated');
  const half = lifeOn([oldFact, ...cut], configs);
  expect(await half.start()).toMatchObject({ notices: [added], activations: { length: 2 }, inForce: bounds });
});

test('a new data directory starts with the bounds and notifies of nothing', async () => {
  const { configs, start } = lifeOn([]);
  expect(await start()).toMatchObject({ notices: [], inForce: bounds });
  expect(configs.current().risk).toMatchObject(bounds);
  expect(await start()).toMatchObject({ notices: [], activations: { length: 1 } });
});

test('a file for --config that leaves them out changes nothing at a second start', async () => {
  const { start } = lifeOn([]);
  const given = { risk: { ...risk, stop_loss_pct: 4 } };
  expect(await start(given)).toMatchObject({ activations: { length: 2 }, inForce: { ...bounds, stop_loss_pct: 4 } });
  expect(await start(given)).toMatchObject({ activations: { length: 2 } });
});

test('bounds that an operator has set stay', async () => {
  const { configs, start } = lifeOn([]);
  await start({ risk: { ...risk, max_unwind_loss_pct: 0, max_profit_pct: 100 } });
  expect(configs.current().risk).toMatchObject({ max_unwind_loss_pct: 0, max_profit_pct: 100 });
  const { inForce, notices } = await start();
  expect([inForce, notices]).toMatchObject([{ max_unwind_loss_pct: 0, max_profit_pct: 100 }, []]);
  expect(configFields('Default', inForce ?? defaultConfig).risk).toMatchObject({ max_unwind_loss_pct: 0 });
});
