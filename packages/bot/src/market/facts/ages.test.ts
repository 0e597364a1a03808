import { expect, test } from 'vitest';
import { agesInWords, agesOf } from './ages.ts';
import { exchangeFacts } from './facts.ts';

const now = Date.UTC(2026, 10, 28, 12);
const all = [...exchangeFacts.values()];

test('each fact has a source and a day that is not in the future', () => {
  for (const facts of all)
    for (const { source, date, subject } of agesOf(facts, now)) {
      expect(source, `${facts.name} ${subject}`).not.toBe('');
      expect(date).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(Date.parse(date)).toBeLessThanOrEqual(now);
    }
});

test('an exchange is told with its newest and its oldest fact', () => {
  const [kucoin = expect.unreachable()] = all.filter(({ name }) => name === 'kucoin');
  const { limits, forms, rules } = kucoin;
  const dated = { limits: { ...limits, source: 'a', date: '2026-01-01' }, forms, rules };
  expect(agesInWords({ ...kucoin, ...dated }, now)).toMatch(
    /^\w+ \d+ days old \(20\d\d-\d\d-\d\d\); oldest: \w+, \d{3} days \(20\d\d-\d\d-\d\d, .+\)$/,
  );
});
