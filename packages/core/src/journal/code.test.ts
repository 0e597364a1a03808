import { expect, test } from 'vitest';
import { type Catalogue, textsOf } from './code.ts';
import type { Problem } from './problem.ts';

// A catalogue with the texts of these tests.
const catalogue = {
  codes: {
    already_running: 'It runs',
    execution_failed: (_: unknown, said: string | null) => `Failed: ${said}`,
    request_failed: ({ call, detail }: { call: string; detail: string | null }) => `${call}: ${detail}`,
  },
  problems: { network: 'No bot' },
  bot: { below_floor: ({ pct }: { pct: number }) => `Below ${pct} %`, halted: 'Halted' },
} as unknown as Catalogue;
const texts = textsOf(catalogue);
const problem: Problem = { kind: 'network', detail: null, status: null, code: null, errors: [], retry_after_ms: null };

test('a code has the text of the catalogue', () => {
  expect(texts.code({ code: 'already_running', params: {} })).toBe('It runs');
  expect(texts.code({ code: 'execution_failed', params: { kind: null }, detail: 'no fill' })).toBe('Failed: no fill');
});

test('a code of the bot replaces its words only where it came with values and has a text', () => {
  const params = { pct: 0.5 };
  expect(texts.said({ code: 'below_floor', params, detail: 'too low' })).toBe('Below 0.5 %');
  expect(texts.said({ code: 'below_floor', detail: 'too low' })).toBe('too low');
  expect(texts.said({ code: 'toString', params, detail: 'too low' })).toBe('too low');
  const said = { code: 'below_floor', params };
  expect(texts.code({ code: 'execution_failed', params: {}, detail: 'too low', said })).toBe('Failed: Below 0.5 %');
});

test('a code without a text is shown as the words that came with it, else as itself', () => {
  expect(texts.code({ code: 'of_a_newer_client', params: {}, detail: 'words' })).toBe('words');
  expect(texts.code({ code: 'constructor', params: {} })).toBe('constructor');
});

test('a problem is shown in the words of the bot, else by its kind', () => {
  expect(texts.problem(problem)).toBe('No bot');
  expect(texts.problem({ ...problem, detail: 'busy' })).toBe('busy');
  expect(texts.problem({ ...problem, detail: 'busy', code: 'halted', params: {} })).toBe('Halted');
});

test('a line of the log is shown by its code; without a text for it, as it came', () => {
  const params = { call: 'GET /risk/', kind: 'network', detail: null };
  expect(texts.log({ source: 'client', message: '', code: 'request_failed', params })).toBe('GET /risk/: null');
  expect(texts.log({ source: 'engine', message: 'x', code: 'halted', params: {} })).toBe('Halted');
  expect(texts.log({ source: 'engine', message: 'x', code: 'request_failed', params })).toBe('x');
  expect(texts.log({ source: 'client', message: 'of an old session' })).toBe('of an old session');
});

test('warnings are shown by their codes where each has one, else in the words of the bot', () => {
  const notes = [
    { code: 'below_floor', params: { pct: 0.5 } },
    { code: 'of_a_newer_bot', params: {} },
  ];
  const warnings = ['too low', 'thin book'];
  expect(texts.warnings({ warnings, notes })).toEqual(['Below 0.5 %', 'thin book']);
  expect(texts.warnings({ warnings })).toEqual(warnings);
  expect(texts.warnings({ warnings: [...warnings, 'real funds'], notes })).toEqual([...warnings, 'real funds']);
  expect(texts.warnings({ warnings: [], notes })).toEqual(['Below 0.5 %', 'of_a_newer_bot']);
});
