import { join } from 'node:path';
import { BalancesRecord, BotStatusRecord, HistoryRecord, type TradeRecord } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import type { StoredFact } from '../../packages/bot/src/journal/event-store.ts';
import { openSqliteStore } from '../../packages/bot/src/journal/sqlite.ts';
import type { Fact } from '../../packages/bot/src/model/event.ts';
import { Ledger } from '../../packages/bot/src/portfolio/ledger.ts';
import { type Bot, startBot } from '../harness/bot.ts';
import { listen } from '../harness/listener.ts';
import { quotedMarket } from './quoted-market.ts';

const FRAMES = 3;
const EASY = { min_profit_threshold: 0.05 };

test('a bot that is killed while it trades goes on with the same books', async () => {
  await using bot = await startBot({ args: quotedMarket() });
  await started(bot);
  const told = await watch(bot, FRAMES);
  await bot.kill();
  const before = readJournal(bot);

  await using again = await bot.restart();
  await running(again);
  const history = await finished(again);
  // The missed profit of an execution is known a moment after its end.
  expect(history.filter((trade) => told.some(({ id }) => id === trade.id))).toMatchObject(newestFirst(told));
  await watch(again, 1);
  await again.call('POST', '/bot/stop');
  const holdings = await totals(again);
  await again.kill();

  const after = readJournal(again);
  expect(after.facts.slice(0, before.facts.length)).toEqual(before.facts);
  expect(after.imbalances).toEqual(new Map());
  expect(holdings).toEqual(after.holdings);
});

test('a bot that is killed while it is stopped comes back stopped, with nothing changed', async () => {
  await using bot = await startBot({ args: quotedMarket() });
  await started(bot);
  await watch(bot, 1);
  await bot.call('POST', '/bot/stop');
  const before = await books(bot);
  await bot.kill();

  await using again = await bot.restart();
  expect((await status(again)).is_running).toBe(false);
  expect(await books(again)).toEqual(before);
  expect(await again.stop()).toBe(0);
});

async function started(bot: Bot): Promise<void> {
  const answer = await bot.call('POST', '/bot/start', EASY);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

// The first executions that this bot tells of as finished, in as many frames.
async function watch(bot: Bot, count: number): Promise<TradeRecord[]> {
  using socket = await listen(bot, 'executions');
  const told = await socket.first(count, 'execution', (trade) => trade.status !== 'pending');
  return [...new Map(told.map((trade) => [trade.id, trade])).values()];
}

// What was under way is resolved before the bot trades again.
async function running(bot: Bot): Promise<void> {
  using socket = await listen(bot, 'bot_status');
  if ((await status(bot)).is_running) return;
  await socket.first(1, 'bot_status', ({ is_running }) => is_running);
}

async function status(bot: Bot): Promise<BotStatusRecord> {
  return BotStatusRecord.parse((await bot.call('GET', '/bot/status')).body);
}

async function finished(bot: Bot): Promise<TradeRecord[]> {
  return HistoryRecord.parse((await bot.call('GET', '/orders/history?limit=500')).body).data;
}

function newestFirst(trades: TradeRecord[]): TradeRecord[] {
  return trades.toSorted((a, b) => b.entry_time.localeCompare(a.entry_time) || b.id.localeCompare(a.id));
}

async function books(bot: Bot) {
  const orders = await bot.call('GET', '/orders/?limit=500');
  return { orders: orders.body, history: await finished(bot), totals: await totals(bot) };
}

// What each exchange holds, without its value, which moves with the market.
async function totals(bot: Bot): Promise<Record<string, Record<string, number>>> {
  const { exchanges } = BalancesRecord.parse((await bot.call('GET', '/wallets/balances')).body);
  return Object.fromEntries(
    exchanges.map(({ exchange, balances }) => [
      exchange,
      Object.fromEntries(
        Object.entries(balances).flatMap(([asset, { total }]) => (total === 0 ? [] : [[asset, total]])),
      ),
    ]),
  );
}

function readJournal({ dataDir }: Bot) {
  const store = openSqliteStore<Fact>(join(dataDir, 'journal.sqlite'));
  expect(store.verify()).toMatchObject({ ok: true });
  const facts: StoredFact<Fact>[] = [...store.read()];
  store.close();
  const ledger = new Ledger();
  const exchanges = new Set<string>();
  for (const { seq, fact } of facts) {
    if (fact.type !== 'FundsDeposited' && fact.type !== 'OrderFilled') continue;
    ledger.post(seq, fact);
    exchanges.add(fact.exchange);
  }
  const held = (exchange: string) =>
    [...ledger.holdings('paper', exchange)].flatMap(([asset, amount]) =>
      amount.isZero() ? [] : [[asset, amount.toNumber()]],
    );
  const holdings = Object.fromEntries([...exchanges].map((exchange) => [exchange, Object.fromEntries(held(exchange))]));
  return { facts, holdings, imbalances: ledger.imbalances() };
}
