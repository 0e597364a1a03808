import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MoneyRecord } from '@triquad/core/contract';
import { expect, onTestFinished, test } from 'vitest';
import { double, faultOfMoney, partsAt } from '../../packages/bot/src/engine/money.suite.ts';
import { openSqliteStore } from '../../packages/bot/src/journal/sqlite.ts';
import type { Fact } from '../../packages/bot/src/model/event.ts';
import { unpackOldData } from '../harness/old-data.ts';
import { startLiveBot } from './live-bot.ts';

test('a journal of 317b2df tells what it knows of its equity; what its marks do not tell is unknown', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'triquad-money-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = unpackOldData(join(folder, 'data'));
  const store = openSqliteStore<Fact>(join(dataDir, 'journal.sqlite'));
  const facts = [...store.read()].map(({ fact }) => fact);
  store.close();
  expect(faultOfMoney(facts)).toBeNull();
  const marks = partsAt(facts);
  const [first, last] = [marks[0], marks.at(-1)];
  if (!first || !last) return expect.unreachable('no marks');
  expect(marks.every(({ unrealised, dust }) => unrealised === null && dust === null)).toBe(true);
  const bot = await startLiveBot({ dataDir });
  const from = new Date(first.mark.at).toISOString();
  const to = new Date(last.mark.at + 1).toISOString();
  const { total } = MoneyRecord.parse((await bot.call('performance.money', { query: { from, to } })).body);
  await bot.bot.stop();
  expect(total).toMatchObject({
    equity_start: first.mark.equity_usd,
    equity_end: last.mark.equity_usd,
    realised: double(last.realised - first.realised),
    flows: double(last.flows - first.flows),
    ...{ unrealised: null, dust: null, holdings: null },
  });
  expect(total?.realised).not.toBe(0);
  expect(total?.unknown).toEqual(expect.arrayContaining(['unrealised', 'dust', 'holdings']));
});
