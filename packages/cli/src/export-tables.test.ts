import { expect, test } from 'vitest';
import type { Bot } from './bot.ts';
import { type Cell, tables } from './export-tables.ts';

/** A bot that answers one call from a function. */
const botOf = (answer: (query: Record<string, unknown>) => unknown): Bot => {
  const call = async (_: string, request: object) => answer((request as { query: Record<string, unknown> }).query);
  return { call, callIfOffered: call, download: async () => '' } as unknown as Bot;
};
const rowsOf = async (word: keyof typeof tables, bot: Bot, range = {}) => {
  const { columns, pages } = tables[word];
  const rows: Record<string, Cell>[] = [];
  for await (const page of pages(bot, range, () => {}))
    for (const row of page) rows.push(Object.fromEntries(columns.map(({ name }, at) => [name, row[at] ?? null])));
  return rows;
};

test('fills have a row for each further and each later fee, and what was taken back is negative', async () => {
  const order = { id: 'o', execution_id: 'e', leg: 2, purpose: 'leg' };
  const fill = { order_id: 'o', exchange: 'x', mode: 'live', symbol: 'A/B', base: 'A', quote: 'B', side: 'buy' };
  const facts = [
    { type: 'OrderIntended', says: { order } },
    {
      type: 'OrderFilled',
      says: {
        ...fill,
        ...{ quantity: '1.10', quote_quantity: '2', usd_value: 2.5 },
        fees: [
          { asset: 'A', amount: '0.001' },
          { asset: 'BNB', amount: '0.000000000000000001' },
        ],
      },
    },
    { type: 'FeeCharged', says: { order_id: 'o', exchange: 'x', mode: 'live', asset: 'C', amount: '-0.5' } },
    {
      type: 'FillCorrected',
      says: { ...fill, quantity: '1.10', quote_quantity: '2', fees: [{ asset: 'A', amount: '0.001' }] },
    },
  ].map((fact, at) => ({ ...fact, seq: at + 1, at: `2026-01-31T12:00:0${at}.000Z`, hash: '' }));
  const bot = botOf(({ after }) => ({
    data: facts.slice(Number(after), Number(after) + 2),
    ...{ through: Math.min(4, Number(after) + 2), last: 4, missing: null },
  }));
  const rows = await rowsOf('fills', bot);
  expect(
    rows.map(({ seq, kind, quantity, quote_quantity, fee, fee_asset, usd_value }) => [
      ...[seq, kind, quantity, quote_quantity, fee, fee_asset, usd_value],
    ]),
  ).toEqual([
    [2, 'fill', '1.10', '2', '0.001', 'A', 2.5],
    [2, 'fee', null, null, '0.000000000000000001', 'BNB', null],
    [3, 'fee', null, null, '-0.5', 'C', null],
    [4, 'correction', '-1.10', '-2', '-0.001', 'A', null],
  ]);
  for (const row of rows) expect(row).toMatchObject({ execution_id: 'e', leg: 2, purpose: 'leg', mode: 'live' });
  const late = await rowsOf('fills', bot, { from: '2026-01-31T12:00:02.000Z' });
  expect(late.map(({ seq, execution_id }) => [seq, execution_id])).toEqual([
    [3, 'e'],
    [4, 'e'],
  ]);
});

test('trades are read page by page, each once, also where more than a page began in the same millisecond', async () => {
  const trade = (at: number) => ({
    ...{ id: `t${at}`, entry_time: at < 700 ? '2026-01-31T12:00:00.500Z' : '2026-01-31T12:00:00.000Z', legs: [] },
    ...{ mode: 'paper', status: 'completed', exchange: 'x', symbols: ['A', 'B', 'A'], profit: at },
  });
  const all = Array.from({ length: 1_300 }, (_, at) => trade(at));
  let asked = 0;
  const bot = botOf(({ mode, limit, offset, to }) => {
    asked++;
    const rows = mode === 'live' ? [] : all.filter(({ entry_time }) => entry_time <= String(to));
    return { rows: rows.slice(Number(offset), Number(offset) + Number(limit)) };
  });
  const rows = await rowsOf('trades', bot);
  expect(rows.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  expect(asked).toBeLessThan(10);
});
