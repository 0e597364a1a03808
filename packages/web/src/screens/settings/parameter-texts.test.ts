import { expect, test } from 'vitest';
import { eventList, eventTexts } from './alert-events.tsx';
import {
  assetsIn,
  fieldProblem,
  globalChanges,
  globalTexts,
  localParameters,
  riskChanges,
  riskTexts,
} from './parameter-texts.ts';
import { draftOf, type Texts } from './use-draft.ts';

const nothing = () => {};
const edited = (saved: Texts, typed: Texts, before: Texts = saved) => ({
  ...draftOf(
    saved,
    Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, { text, before: before[name] ?? '' }])),
  ),
  set: nothing,
  reset: nothing,
  discard: nothing,
});
const spec = localParameters(null);

test('what the spec begins with is what the forms show of a bot that keeps nothing', () => {
  expect(globalTexts(spec)).toEqual({
    total_capital: '10000',
    max_capital_per_route: '1000',
    min_profit_threshold: '0.5',
    max_concurrent_orders: '3',
    max_daily_drawdown_pct: '5',
  });
  const draft = edited(riskTexts(spec), {});
  expect([assetsIn(draft), riskChanges(draft)]).toEqual([['BTC', 'ETH', 'BNB'], { risk: spec.risk }]);
});

test('only the global parameters that were edited are written', () => {
  const draft = edited(globalTexts(spec), { total_capital: '2500', min_profit_threshold: '0.5' });
  expect([draft.isDirty, globalChanges(draft)]).toEqual([true, { total_capital: 2_500 }]);
});

test('what somebody else saved meanwhile is followed where nothing was typed, and told where something was', () => {
  const before = globalTexts(spec);
  const now = { ...before, total_capital: '7000', max_concurrent_orders: '9' };
  const draft = edited(now, { max_concurrent_orders: '2' }, before);
  expect([draft.values.total_capital, draft.values.max_concurrent_orders]).toEqual(['7000', '2']);
  expect(['total_capital', 'max_concurrent_orders'].map(draft.meanwhile)).toEqual([null, '9']);
});

test('an asset that is edited stays in the table when somebody else takes it out, and what it lacks is asked for', () => {
  const before = riskTexts(spec);
  const { BTC: _, 'BTC max_position': __, 'BTC max_daily_volume': ___, ...now } = before;
  const draft = edited(now, { BTC: 'yes', 'BTC max_position': '700' }, before);
  expect(assetsIn(draft)).toEqual(['ETH', 'BNB', 'BTC']);
  expect([
    fieldProblem(draft, 'BTC max_position', 'max_position'),
    fieldProblem(draft, 'BTC max_daily_volume', 'max_daily_volume'),
  ]).toEqual([null, 'empty']);
});

test('what is saved is taken as it is, however it is written', () => {
  const draft = edited(globalTexts({ ...spec, total_capital: 500.125, min_profit_threshold: 1e-7 }), {});
  expect([draft.values.min_profit_threshold, fieldProblem(draft, 'total_capital', 'total_capital')]).toEqual([
    '0.0000001',
    null,
  ]);
});

test('events that nobody knows stay in the list', () => {
  const texts = eventTexts('failure, moon_phase');
  expect(eventList(draftOf(texts, { 'event stop_loss': { text: 'yes', before: '' } }))).toBe(
    'failure,stop_loss,moon_phase',
  );
});
