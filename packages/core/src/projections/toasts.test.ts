import { expect, test } from 'vitest';
import type { Message } from '../journal/journal.ts';
import type { Problem } from '../journal/problem.ts';
import { given, startOfTest } from '../testing/given.ts';
import { toasts } from './toasts.ts';

const problem = (fields: Partial<Problem>): Problem => ({
  kind: 'server',
  message: 'Server error',
  detail: null,
  status: 500,
  code: null,
  errors: [],
  retry_after_ms: null,
  ...fields,
});
const shown = (...story: (Message | number)[]) =>
  given(toasts, ...story).map(({ kind, message, expires_at, created_at }) => [
    kind,
    message,
    expires_at === null ? null : expires_at - created_at,
  ]);
const result = (status: string, fields = {}): Message => ({
  type: 'ExecutionAnswered',
  key: '',
  opportunity_id: 'o',
  result: {
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

test('each kind lasts as the spec says', () => {
  const kinds = ['blank', 'error', 'success', 'loading', 'custom'] as const;
  expect(shown(...kinds.map((kind): Message => ({ type: 'ShowToast', kind, message: kind })))).toEqual([
    ['blank', 'blank', 4_000],
    ['error', 'error', 4_000],
    ['success', 'success', 2_000],
    ['loading', 'loading', null],
    ['custom', 'custom', 4_000],
  ]);
});

test('the messages of the spec', () => {
  const failed = (fields: Partial<Problem>): Message => ({
    type: 'BotActionFailed',
    action: 'start',
    problem: problem(fields),
  });
  expect(shown(failed({ detail: 'already running' }), failed({}))).toEqual([
    ['error', 'already running', 4_000],
    ['error', 'Failed to start bot', 4_000],
  ]);
  expect(shown(result('success', { actual_profit_pct: 0.8234 }))).toEqual([
    ['success', 'Order executed! Profit: 0.82%', 5_000],
  ]);
  expect(shown(result('failed', { error_message: 'no fill' }), result('failed'))).toEqual([
    ['error', 'Execution failed: no fill', 4_000],
    ['error', 'Failed to execute', 4_000],
  ]);
  expect(
    shown({ type: 'ExecutionFailed', key: '', opportunity_id: 'o', problem: problem({ message: 'expired' }) }),
  ).toEqual([['error', 'Execution failed: expired', 4_000]]);
});

test('20 at most, the oldest go', () => {
  const many = Array.from(
    { length: 23 },
    (_, index): Message => ({
      type: 'ShowToast',
      kind: 'loading',
      message: `${index}`,
    }),
  );
  const kept = shown(...many);
  expect([kept.length, kept[0]?.[1], kept[19]?.[1]]).toEqual([20, '3', '22']);
});

test('goes when its time is over or when dismissed; the same id replaces', () => {
  const toast: Message = { type: 'ShowToast', kind: 'success', message: 'done', id: 'x' };
  expect(shown(toast, 1_998, { type: 'Ticked' })).toEqual([['success', 'done', 2_000]]);
  expect(shown(toast, 1_999, { type: 'Ticked' })).toEqual([]);
  expect(shown(toast, { type: 'DismissToast', id: 'x' })).toEqual([]);
  expect(given(toasts, { ...toast, kind: 'loading' }, toast)).toEqual([
    { id: 'x', kind: 'success', message: 'done', created_at: startOfTest + 1, expires_at: startOfTest + 2_001 },
  ]);
});
