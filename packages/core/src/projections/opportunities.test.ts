import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Message } from '../journal/journal.ts';
import { given, startOfTest } from '../testing/given.ts';
import { opportunity } from '../testing/records.ts';
import { opportunities, selectRecentOpportunities, shownOf } from './opportunities.ts';
import { evolve, initialState } from './state.ts';

const detected = (...args: Parameters<typeof opportunity>): Message => ({
  type: 'OpportunitiesDetected',
  opportunities: [opportunity(...args)],
});
const loaded = (...items: ReturnType<typeof opportunity>[]): Message => ({
  type: 'ResourceLoaded',
  resource: 'opportunities',
  value: items,
});
const ids = (...story: (Message | number)[]) => given(opportunities, ...story).items.map(({ id }) => id);
const minutes = 60_000;

test('newest first, each id once', () => {
  expect(ids(detected('a', 1), detected('c', 3), detected('b', 2), detected('c', 3))).toEqual(['c', 'b', 'a']);
});

test('an update replaces the known opportunity', () => {
  const { items } = given(opportunities, detected('a', 1), detected('b', 2), detected('a', 1, { profit_pct: 1.5 }));
  expect(items).toEqual([opportunity('b', 2), opportunity('a', 1, { profit_pct: 1.5 })]);
});

test('keeps the newest 100', () => {
  const story = Array.from({ length: 130 }, (_, index) => detected(`o${index}`, index));
  const kept = ids(...story);
  expect(kept.length).toBe(100);
  expect([kept[0], kept[99]]).toEqual(['o129', 'o30']);
});

test('what is kept of many that came at once leaves the same list as all of them', () => {
  const many = Array.from({ length: 400 }, (_, index) =>
    opportunity(`o${index}`, index % 150, index % 7 === 0 ? { detected_at: null } : {}),
  );
  const batches = fc.array(fc.array(fc.constantFrom(...many), { maxLength: 250, size: 'max' }), { maxLength: 4 });
  fc.assert(
    fc.property(batches, (all) => {
      let [whole, short] = [initialState, initialState];
      for (const [seq, found] of all.entries()) {
        const message: Message = { type: 'OpportunitiesDetected', opportunities: found };
        const entry = { seq, at: startOfTest + 40 * seq, message };
        whole = evolve(whole, entry);
        short = evolve(short, shownOf(entry));
      }
      expect(short).toEqual(whole);
    }),
    { numRuns: 50 },
  );
});

test('only the last five minutes of a load are kept', () => {
  expect(ids(loaded(opportunity('old', -5 * minutes - 1), opportunity('young', -5 * minutes)))).toEqual(['young']);
});

test('a load replaces its time range; later live opportunities stay', () => {
  const story = [detected('gone', 1), detected('kept', 2), detected('live', 9)];
  expect(ids(...story, loaded(opportunity('kept', 2), opportunity('missed', 3)))).toEqual(['live', 'missed', 'kept']);
});

test('an answer older than a live update does not revive an ended opportunity', () => {
  const ended = detected('a', 1, { is_valid: false, lifetime_ms: 300 });
  expect(given(opportunities, detected('a', 1), ended, loaded(opportunity('a', 1))).items).toEqual([
    opportunity('a', 1, { is_valid: false }),
  ]);
});

test('an opportunity expires after its time, even without an update', () => {
  const before = given(opportunities, detected('a'), 11_000, { type: 'Ticked' });
  expect(before.items[0]?.is_valid).toBe(true);
  const after = given(opportunities, detected('a'), 12_001, { type: 'Ticked' });
  expect(after.items[0]?.is_valid).toBe(false);
});

test('an opportunity without a time was detected when it arrived', () => {
  const { items } = given(opportunities, 5, detected('a', 0, { detected_at: null, expires_at: null }));
  expect(items[0]?.detected_at).toBe(new Date(startOfTest + 5).toISOString());
});

test('recent and expired opportunities follow the clock of the bot', () => {
  const ahead: Message = { type: 'ClockCompared', ahead_ms: 10 * minutes };
  const items = [opportunity('a', -10 * minutes), opportunity('old', -16 * minutes)];
  const state = given(opportunities, ahead, loaded(...items), 5_000, { type: 'Ticked' });
  expect(state.items.map(({ id, is_valid }) => [id, is_valid])).toEqual([['a', true]]);
  expect(selectRecentOpportunities({ opportunities: state, now: startOfTest }).map(({ id }) => id)).toEqual(['a']);
});

test('recent opportunities are those of the last five minutes, memoized', () => {
  const state = { opportunities: given(opportunities, detected('a', 0), detected('b', 2 * minutes)), now: startOfTest };
  const at = (now: number) => selectRecentOpportunities({ ...state, now: startOfTest + now });
  expect(at(6 * minutes).map(({ id }) => id)).toEqual(['b']);
  expect(at(6 * minutes)).toBe(at(6 * minutes + 1_000));
  expect(at(8 * minutes)).toEqual([]);
});
