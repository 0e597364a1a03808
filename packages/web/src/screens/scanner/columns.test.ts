import { opportunity } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { typeTone } from '../../components/cycle.ts';
import { profitTone } from '../../components/opportunity-text.ts';
import { later } from '../../messages/en/later.ts';
import { en } from '../../messages/en.ts';
import { opportunityColumns } from './columns.tsx';

test('the columns are in the order of the specification, with a dash for unknown values', () => {
  const columns = opportunityColumns({ ...en, ...later }).filter(({ id }) => id !== 'detected_at');
  const texts = (fields: Record<string, unknown>) => columns.map(({ text }) => text(opportunity('1', 0, fields)));
  expect(columns.map(({ name }) => name)).toEqual([
    'Type',
    'Exchange',
    'Symbols Path',
    'Profit %',
    'Profit USD',
    'Liquidity',
    'Risk',
    'Exec Time',
    'Status',
  ]);
  expect(texts({})).toEqual([
    'TRI',
    'binance',
    'USDT → BTC → ETH → USDT',
    '+0.820%',
    '+$8.20',
    'High',
    'Low',
    '120 ms',
    'Valid',
  ]);
  expect(
    texts({
      profit_pct: null,
      profit_usd: null,
      profit_absolute: null,
      liquidity_level: 'deep',
      execution_time_ms: null,
      is_valid: false,
    }),
  ).toEqual(['TRI', 'binance', 'USDT → BTC → ETH → USDT', '—', '—', 'deep', 'Low', '—', 'Expired']);
});

test('with a bot that groups by dislocation a column says up to which fee a cycle pays', () => {
  const columns = opportunityColumns({ ...en, ...later }, true);
  const fee = columns.find(({ name }) => name === 'Max fee');
  expect(columns.map(({ name }) => name).slice(3, 6)).toEqual(['Profit %', 'Profit USD', 'Max fee']);
  expect(fee?.text(opportunity('1', 0, { break_even_fee_pct: 0.2333 }))).toBe('0.2333%');
  expect(fee?.text(opportunity('1', 0))).toBe('—');
});

test('TRI has its colour and any other type is purple; profit is green in two strengths', () => {
  expect(['TRI', 'QUAD', 'PENTA'].map(typeTone)).toEqual(['type-tri', 'type-quad', 'type-quad']);
  expect([1, 0.99, 0.5, 0.49, null].map(profitTone)).toEqual(['gain-strong', 'gain-medium', 'gain-medium', '', '']);
});
