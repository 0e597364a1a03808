import { type Facts, factsOfAnswers, type Ticket } from '@triquad/core';
import type { Opportunity, TradingMode } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { executionOf, refusalText } from './execution.ts';
import type { Known } from './shown.ts';

const opportunity = { id: 'a', capital_required: 500, is_valid: true } as Opportunity;
const facts: Facts = factsOfAnswers(null, null);
const asked = { opportunity, typed: { amount: null, floor: null }, field: null };
const known = (mode: TradingMode | null, ticket: Partial<Ticket> | null = null) =>
  ({ facts: { ...facts, mode }, mode, ticket, opportunities: [opportunity], threshold: 0.5 }) as unknown as Known;

test.each([
  ['paper', true],
  ['live', false],
  [null, true],
] as const)('in mode %s an execution is a dry run: %s', (mode, dry_run) => {
  const execution = executionOf(asked, known(mode));
  expect(execution.command).toEqual({
    type: 'ExecuteOpportunity',
    opportunity_id: 'a',
    amount: 500,
    dry_run,
  });
});

test('a mode that is unknown is an obstacle', () => {
  const ticket = { phase: 'previewed', has_previews: true, preview: { max_amount: null } } as Ticket;
  expect(executionOf(asked, known(null, ticket)).obstacle).toBe('The state of the bot is not known yet');
  expect(executionOf(asked, known('live', ticket)).obstacle).toBe(null);
});

test('while a figure is typed, the dialog says so instead of offering what it does not hold yet', () => {
  const typing = { ...asked, field: { name: 'floor', before: null } } as const;
  const ticket = { phase: 'previewed', has_previews: true, preview: { max_amount: null } } as Ticket;
  expect(executionOf(typing, known('paper', ticket)).obstacle).toBe('the floor is being typed');
});

test.each<[Partial<Ticket>, RegExp | null]>([
  [{ phase: 'previewed', refusal: null }, null],
  [{ phase: 'unsettled', refusal: null }, /may have been executed; look at the log/],
  [{ phase: 'previewed', refusal: 'unsettled' }, /may have been executed/],
  [{ phase: 'previewed', refusal: 'executed_meanwhile' }, /would execute it once more/],
  [{ phase: 'previewed', refusal: 'below_floor' }, /pays 0\.30% now, less than 0\.50%/],
])('%j is explained', (fields, text) => {
  const ticket = { has_previews: true, preview: { expected_profit_pct: 0.3 }, ...fields } as Ticket;
  const shown = refusalText(ticket, executionOf(asked, known('paper', ticket)));
  expect(shown ?? '').toMatch(text ?? /^$/);
});
