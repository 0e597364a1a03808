import { expect, test } from 'vitest';
import { writeRecording } from '../journal/recording.ts';
import { startOfTest } from '../testing/given.ts';
import { trade } from '../testing/records.ts';
import { readSession } from './recorded-state.ts';
import { evolve, initialState } from './state.ts';

const recorded = evolve(initialState, {
  seq: 1,
  at: startOfTest,
  message: { type: 'ResourceLoaded', resource: 'trades', value: [trade('t')] },
});
const headOf = (state: object) => {
  const read = readSession(writeRecording([{ before: state, entries: [] }]));
  return read.ok ? read.segments[0]?.before : read.code;
};

test('a recording of an earlier build reads without the slices, resources and fields it did not have', () => {
  const { pairs: _, resources, connection, ...slices } = recorded;
  const { risk: __, ...fewerResources } = resources;
  const { series_at: ___, ...fewerFields } = connection;
  expect(headOf({ ...slices, resources: fewerResources, connection: fewerFields })).toEqual(recorded);
});

test('a recording whose state is wrong is refused', () => {
  const { bot, resources, now: _, ...rest } = recorded;
  const wrong: object[] = [
    { ...recorded, bot: { ...bot, value: { ...bot.value, command: 'dancing' } } },
    { ...recorded, bot: { ...bot, value: {} } },
    { ...recorded, bot: 'idle' },
    { ...recorded, bot: [] },
    { ...recorded, toasts: {} },
    { ...recorded, resources: { ...resources, risk: { status: 'fresh' } } },
    rest,
    [],
  ];
  expect(wrong.map(headOf)).toEqual(wrong.map(() => 'recording_incomplete'));
});

test('a recording of another version is refused with its own reason', () => {
  const text = writeRecording([{ before: recorded, entries: [] }]);
  for (const version of [1, 2, 4]) {
    expect(readSession(text.replace('"version":3', `"version":${version}`))).toEqual({
      ok: false,
      code: 'recording_of_other_version',
    });
  }
  expect(readSession(text.replace('"version":3', '"version":"3"'))).toEqual({ ok: false, code: 'not_a_recording' });
});
