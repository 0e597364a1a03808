import { expect, test } from 'vitest';
import { type Edits, flat, isChanged, merged, savedMeanwhile, withoutPath, withValues } from './edits.ts';

const risk = {
  stop_loss_pct: 10,
  assets: { BTC: { max_position: 1_000, max_daily_volume: 5_000 }, ETH: { max_position: 7 } },
};
const saved = flat({ risk, name: 'x', on: true, list: ['a'], none: null });
const none: Edits = {};

test('an object is flat by path, and a missing value has none', () => {
  expect(saved).toEqual({
    'risk.stop_loss_pct': 10,
    'risk.assets.BTC.max_position': 1_000,
    'risk.assets.BTC.max_daily_volume': 5_000,
    'risk.assets.ETH.max_position': 7,
    name: 'x',
    on: true,
    list: ['a'],
  });
});

test('what was typed lies over what is saved; typed back, the saved value counts', () => {
  const edits = withValues(none, saved, { 'risk.stop_loss_pct': '8', list: ['a', 'b'], on: false });
  expect(merged(saved, edits)).toEqual({ ...saved, 'risk.stop_loss_pct': '8', list: ['a', 'b'], on: false });
  const back = withValues(edits, saved, { 'risk.stop_loss_pct': '10', list: ['a'], on: true });
  expect(merged(saved, back)).toEqual(saved);
  expect(['risk', 'list', 'on'].map((path) => isChanged(saved, back, path))).toEqual([false, false, false]);
});

test('fields follow what is saved elsewhere unless they were edited, and say so where they were', () => {
  const edits = withValues(none, saved, { name: 'mine' });
  const now = { ...saved, name: 'theirs', 'risk.stop_loss_pct': 9 };
  expect(merged(now, edits)).toEqual({ ...now, name: 'mine' });
  expect(['name', 'risk.stop_loss_pct'].map((path) => savedMeanwhile(now, edits, path))).toEqual(['theirs', null]);
  // The typed value equals the other client's: no notice.
  expect(savedMeanwhile({ ...saved, name: 'mine' }, edits, 'name')).toBe(null);
  // Further edits do not hide it.
  expect(savedMeanwhile(now, withValues(edits, now, { name: 'mine too' }), 'name')).toBe('theirs');
});

test('a row that is taken out goes with all its fields, and comes back when it is added again', () => {
  const edited = withValues(none, saved, { 'risk.assets.BTC.max_position': '5' });
  const removed = withoutPath(edited, 'risk.assets.BTC');
  expect(Object.keys(merged(saved, removed))).not.toContain('risk.assets.BTC.max_daily_volume');
  expect([
    isChanged(saved, removed, 'risk'),
    isChanged(saved, removed, 'risk.assets.BTC'),
    isChanged(saved, removed, 'name'),
  ]).toEqual([true, true, false]);
  const again = withValues(removed, saved, { 'risk.assets.BTC.max_position': '1000' });
  expect([merged(saved, again), isChanged(saved, again, 'risk')]).toEqual([saved, false]);
});

test('taking out a row that is not saved changes nothing', () => {
  const added = withValues(none, saved, { 'risk.assets.SOL.max_position': '5' });
  expect(isChanged(saved, added, 'risk')).toBe(true);
  expect(isChanged(saved, withoutPath(added, 'risk.assets.SOL'), 'risk')).toBe(false);
});

test('a path that only begins with the same letters is another one', () => {
  const edits = withoutPath(none, 'risk.assets.ET');
  expect(merged(saved, edits)).toEqual(saved);
});
