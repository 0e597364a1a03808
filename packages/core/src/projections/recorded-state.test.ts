import { expect, test } from 'vitest';
import { readRecording } from '../journal/read-recording.ts';
import { writeRecording } from '../journal/recording.ts';
import { startOfTest } from '../testing/given.ts';
import { trade } from '../testing/records.ts';
import { upgradeState } from './recorded-state.ts';
import { evolve, FoldedState, initialState } from './state.ts';

const recorded = evolve(initialState, {
  seq: 1,
  at: startOfTest,
  message: { type: 'ResourceLoaded', resource: 'trades', value: [trade('t')] },
});
const headOf = (state: object) => {
  const read = readRecording(writeRecording([{ before: state, entries: [] }]), FoldedState, evolve, upgradeState);
  return read.ok ? read.segments[0]?.before : read.code;
};

test('a recording of an earlier build reads without the slices, resources and fields it did not have', () => {
  const { pairs: _, resources, connection, ...slices } = recorded;
  const { risk: __, ...fewerResources } = resources;
  const { series_at: ___, ...fewerFields } = connection;
  expect(headOf({ ...slices, resources: fewerResources, connection: fewerFields })).toEqual(recorded);
});

test('what builds with a slice for each kind of figure had loaded is still shown', () => {
  const { loaded, risk, settings, ...slices } = recorded;
  const wallets = { exchanges: [], total_usd: 7, last_updated: null };
  const old = {
    ...slices,
    performance: { summary: null, today: null, equity: [], drawdown: null, heatmap: [] },
    wallets: { balances: wallets, loaded_at: startOfTest },
    scan: { report: null, metrics: null },
    risk: { ...risk, report: null, differences: [] },
    settings: { ...settings, config: null, exchanges: {}, telegram: null, email: null },
  };
  const unstated = { ...wallets, provenance: null };
  const now = { ...loaded, equity: [], heatmap: [], wallets: unstated, differences: [], exchanges: {} };
  expect(headOf(old)).toEqual({ ...recorded, loaded: now });
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
