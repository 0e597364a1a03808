import { type Command, factsOf, type Permission, permitted, selectRunning } from '@triquad/core';
import { createTestClient, enter, permissionAnswers, permissionStates } from '@triquad/core/testing';
import { english } from '@triquad/core/texts';
import { expect, test } from 'vitest';
import { press } from './keys.ts';
import { initialScreen, type Pressed, type ScreenState } from './screen-state.ts';
import { shownTo } from './shown.ts';

const size = { columns: 120, rows: 40 };
type State = ReturnType<ReturnType<typeof createTestClient>['client']['getSnapshot']>;

/** Presses keys a second apart, each with what the screen then shows. */
const pressed = (state: State, from: ScreenState, ...keys: ('tab' | 'return' | string)[]): Pressed =>
  keys.reduce<Pressed>(
    (last, key, at) => {
      const shown = shownTo(state, last.state, size, at * 1_000);
      const stroke = key === 'tab' || key === 'return' ? { [key]: true } : {};
      return press(last.state, key.length === 1 ? key : '', stroke, shown);
    },
    { state: from, command: null },
  );

/** The execution that X prepares with the preview of 100 USD; with `again` where the answer to another was lost. */
function executionIn(state: State): Command {
  const { mode, unsettled } = factsOf(state);
  const order = { type: 'ExecuteOpportunity', opportunity_id: 'o1', amount: 100, dry_run: mode !== 'live' } as const;
  return unsettled.length > 0 ? { ...order, again: true } : order;
}

const keys: readonly [key: string, view: ScreenState['view'], command: (state: State) => Command | null][] = [
  ['S', 'overview', (state) => (selectRunning(state) ? { type: 'StopBot' } : null)],
  ['K', 'overview', () => ({ type: 'KillBot' })],
  ['U', 'overview', () => ({ type: 'ResetKill' })],
  ['Z', 'overview', () => ({ type: 'ResetWallet' })],
  ['C', 'orders', () => ({ type: 'CancelOrder', order_id: 'order' })],
  ['X', 'opportunities', executionIn],
];
/** Keys that open further steps: only their obstacle is compared. */
const openers: readonly [key: string, view: ScreenState['view'], command: Command, capability?: string][] = [
  ['F', 'overview', { type: 'Flatten', preview: false }, 'bot.flatten'],
  ['W', 'overview', { type: 'ChooseMarket', wanted: { source: 'simulated', preset: 'practice' } }],
  ['I', 'overview', { type: 'RunImport', request: { files: [] } }],
  ['L', 'risk', { type: 'SaveParameters', setting: 'risk', parameters: {} }, 'config.write'],
];

test.each(permissionStates)('$name: each key meets the obstacle and the question of the table', async (state) => {
  const given = createTestClient({ answers: permissionAnswers(state), ...(state.role && { token: 't' }) });
  given.client.start();
  const facts = await enter(given, state);
  expect(facts).toMatchObject(state.facts ?? {});
  given.client.send({ type: 'PreviewOpportunity', opportunity_id: 'o1', amount: 100 });
  await given.clock.advance(0);
  const now = given.client.getSnapshot();
  given.client.stop();
  const mode: Command = { type: 'ChangeMode', mode: facts.mode === 'live' ? 'paper' : 'live' };
  const all = [
    ...keys.map(([key, view, commandOf]) => [key, view, commandOf(now)] as const),
    ...(facts.mode === null ? [] : [['M', 'overview', mode] as const]),
    ...(['stopped', 'unknown'].includes(facts.lifecycle) ? [['S', 'overview', { type: 'StartBot' }] as const] : []),
  ];
  // The past keeps other keys; the kill switch leaves it first.
  if (facts.isReplaying) return expect(pressed(now, initialScreen, 'K').state.dialog?.kind).toBe('kill');
  for (const [key, view, command] of all) {
    if (command === null) continue;
    expect([command.type, answerTo(now, key, view)]).toEqual([command.type, expectedOf(permitted(facts, command))]);
  }
  for (const [key, view, command, capability] of openers) {
    if (capability !== undefined && facts.capabilities?.includes(capability) !== true) continue;
    const { obstacle } = permitted(facts, command);
    const { dialog, notice } = pressed(now, { ...initialScreen, view }, key).state;
    const text = obstacle === null ? null : english.code(obstacle);
    expect([command.type, notice, dialog === null]).toEqual([command.type, text, text !== null]);
  }
});

const expectedOf = ({ obstacle, word }: Permission) => ({
  obstacle: obstacle === null ? null : english.code(obstacle),
  word: obstacle === null ? word : null,
});

/** The notice in place of a dialog; else the word that it demands after its button is pressed. */
const answerTo = (now: State, key: string, view: ScreenState['view']) => {
  const from = { ...initialScreen, view };
  const opened = pressed(now, from, key);
  if (opened.state.dialog === null) return { obstacle: opened.state.notice, word: null };
  const confirmed = pressed(now, from, key, 'tab', 'return');
  const { dialog } = confirmed.state;
  return { obstacle: null, word: dialog !== null && 'word' in dialog && dialog.word !== null ? 'LIVE' : null };
};
