import { logEntry } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { filterLogs, toText } from './entries.ts';

const entries = [
  logEntry('1', 0, { level: 'INFO', message: 'Leg 1/3 filled', source: 'execution' }),
  logEntry('2', 1, { level: 'WARNING', message: 'book is stale', source: 'feed', metadata: { market: 'ETH/BTC' } }),
  logEntry('3', 2, { level: 'ERROR', message: 'no answer', source: 'execution' }),
];
const found = (level: string, search: string) => filterLogs(entries, level, search).map(({ id }) => id);

test('the level keeps that level, the search looks into message, source and metadata in either case', () => {
  expect([
    found('', ''),
    found('WARNING', ''),
    found('', ' EXECUTION '),
    found('ERROR', 'execution'),
    found('', 'filled'),
    found('', 'eth/btc'),
  ]).toEqual([['1', '2', '3'], ['2'], ['1', '3'], ['3'], ['1'], ['2']]);
});

test('what is saved is a line for each entry', () => {
  expect(toText(entries.slice(0, 2))).toBe(
    '2026-01-31T12:00:00.000Z INFO    [execution] Leg 1/3 filled\n' +
      '2026-01-31T12:00:00.001Z WARNING [feed] book is stale {"market":"ETH/BTC"}\n',
  );
});
