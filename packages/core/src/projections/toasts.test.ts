import { expect, test } from 'vitest';
import { provenanceCells } from '../contract/provenance-columns.ts';
import type { Message } from '../journal/journal.ts';
import type { Problem } from '../journal/problem.ts';
import { given, startOfTest } from '../testing/given.ts';
import { toasts } from './toasts.ts';

const unstated = provenanceCells(null);
const problem = (fields: Partial<Problem>): Problem => ({
  kind: 'server',
  detail: null,
  status: 500,
  code: null,
  errors: [],
  retry_after_ms: null,
  ...fields,
});
const shown = (...story: (Message | number)[]) =>
  given(toasts, ...story).map(({ kind, code, params, detail, expires_at, created_at }) => ({
    kind,
    said: { code, params, detail },
    lasts: expires_at === null ? null : expires_at - created_at,
  }));
const said = (...story: (Message | number)[]) =>
  shown(...story).map(({ said: { code, params, detail } }) => [code, params, detail]);
const text = (detail: string) => ({ code: 'text' as const, params: {}, detail });
const result = (status: string, fields = {}, expected_profit?: number): Message => ({
  type: 'ExecutionAnswered',
  key: '',
  opportunity_id: 'o',
  expected_profit,
  result: {
    provenance: null,
    status,
    execution_id: null,
    result: {
      actual_profit: null,
      actual_profit_pct: null,
      fees: null,
      duration_ms: null,
      legs: [],
      error_message: null,
      ...fields,
    },
  },
});

test('each kind of toast lasts as specified', () => {
  const kinds = ['blank', 'error', 'success', 'loading', 'custom'] as const;
  const story = kinds.map((kind): Message => ({ type: 'ShowToast', kind, ...text(kind) }));
  expect(shown(...story).map(({ kind, lasts }) => [kind, lasts])).toEqual([
    ['blank', 4_000],
    ['error', 4_000],
    ['success', 2_000],
    ['loading', null],
    ['custom', 4_000],
  ]);
});

test('a failure is a code, with the text of the bot if it sent one', () => {
  const failed = (fields: Partial<Problem>): Message => ({
    type: 'BotActionFailed',
    action: 'start',
    problem: problem(fields),
  });
  expect(said(failed({ detail: 'already running' }), failed({}))).toEqual([
    ['start_failed', {}, 'already running'],
    ['start_failed', {}, null],
  ]);
  expect(shown(result('success', { actual_profit_pct: 0.8234 }))).toEqual([
    {
      kind: 'success',
      said: { code: 'executed', params: { profit_pct: 0.8234, difference: null, ...unstated }, detail: null },
      lasts: 5_000,
    },
  ]);
  // Difference between the result and the shown profit; a lone number is a percentage without a base in dollars.
  expect(
    said(
      result('success', { actual_profit: 7, actual_profit_pct: 0.7 }, 7.5),
      result('success', { actual_profit: 7, actual_profit_pct: 0.7 }),
      result('success', { actual_profit: 0.7 }, 7.5),
    ),
  ).toEqual([
    ['executed', { profit_pct: 0.7, difference: -0.5, ...unstated }, null],
    ['executed', { profit_pct: 0.7, difference: null, ...unstated }, null],
    ['executed', { profit_pct: 0.7, difference: null, ...unstated }, null],
  ]);
  expect(said(result('failed', { error_message: 'no fill' }), result('failed', { error_message: '' }))).toEqual([
    ['execution_failed', { kind: null }, 'no fill'],
    ['execution_failed', { kind: null }, null],
  ]);
  expect(
    said({ type: 'ExecutionFailed', key: '', opportunity_id: 'o', problem: problem({ detail: 'expired' }) }),
  ).toEqual([['execution_failed', { kind: 'server' }, 'expired']]);
  expect(said({ type: 'OrderCancelFailed', order_id: 'o', problem: problem({ kind: 'network' }) })).toEqual([
    ['problem', { kind: 'network' }, null],
  ]);
});

test('the code of the bot is kept beside its text', () => {
  const coded = problem({ detail: 'below the floor', code: 'below_floor', params: { min_profit_pct: 0.5 } });
  expect(given(toasts, { type: 'ExecutionFailed', key: '', opportunity_id: 'o', problem: coded })).toMatchObject([
    {
      code: 'execution_failed',
      detail: 'below the floor',
      said: { code: 'below_floor', params: { min_profit_pct: 0.5 } },
    },
  ]);
});

test('the code of a success is kept too', () => {
  const said = { code: 'started', params: { exchanges: 2 } };
  expect(given(toasts, { type: 'BotActionDone', action: 'start', message: 'Scanning', said })).toMatchObject([
    { code: 'start_done', detail: 'Scanning', said },
  ]);
});

test('at most 20 toasts are kept, the newest', () => {
  const many = Array.from(
    { length: 23 },
    (_, index): Message => ({ type: 'ShowToast', kind: 'loading', ...text(`${index}`) }),
  );
  const kept = said(...many);
  expect([kept.length, kept[0]?.[2], kept[19]?.[2]]).toEqual([20, '3', '22']);
});

test('a toast ends at its expiry or when dismissed, and the same id replaces it', () => {
  const toast = { type: 'ShowToast', kind: 'success', ...text('done'), id: 'x' } as const;
  expect(shown(toast, 1_998, { type: 'Ticked' })).toHaveLength(1);
  expect(shown(toast, 1_999, { type: 'Ticked' })).toEqual([]);
  expect(shown(toast, { type: 'DismissToast', id: 'x' })).toEqual([]);
  expect(given(toasts, { ...toast, kind: 'loading' }, toast)).toEqual([
    { id: 'x', kind: 'success', ...text('done'), created_at: startOfTest + 1, expires_at: startOfTest + 2_001 },
  ]);
});
