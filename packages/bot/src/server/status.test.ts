import { expect, test } from 'vitest';
import { noon, testConfig } from '../engine/world.suite.ts';
import { initialState } from '../kernel/fold.ts';
import { botStatus, type StatusOptions } from './status.ts';

/** What the bot says of itself in this state. */
const said = (state: object) => {
  const whole = {
    ...initialState(testConfig.parameters),
    today: { executions: 0 },
    found: { opportunities: 0, dislocations: 0, since: noon },
    ...state,
  };
  const engine = {
    state: () => whole,
    statistics: () => ({ markets: 3, exchanges: [] }),
  } as unknown as StatusOptions['engine'];
  const { message, code, params } = botStatus({ engine, source: 'simulated', provenance: null, now: noon });
  return [message, code, params];
};
const config = { id: 'c', version: 1, config: { auto_execute: true } };
const breakers = new Map([['stop loss', { tripped_at: 1, reason: '-12 %' }]]);

test.each([
  [{ lifecycle: 'stopped', config }, ['The bot is stopped.', 'bot_stopped', {}]],
  [{ lifecycle: 'stopped', config: null }, [expect.stringMatching(/no configuration/), 'bot_unconfigured', {}]],
  [{ lifecycle: 'starting', config }, ['The bot is starting.', 'bot_starting', {}]],
  [{ lifecycle: 'running', config }, ['The bot is scanning.', 'bot_scanning', {}]],
  [{ lifecycle: 'stopping', config }, ['The bot is stopping.', 'bot_stopping', {}]],
  [
    { lifecycle: 'running', config, breakers },
    ['The bot is scanning, but begins nothing new: stop loss: -12 %.', 'bot_tripped', { reason: 'stop loss: -12 %' }],
  ],
  [
    { lifecycle: 'stopped', config, halted: { reason: 'drill', at: noon } },
    ['Halted: drill', 'bot_halted', { reason: 'drill' }],
  ],
])('a bot that is %j says so in words and by a code', (state, words) => {
  expect(said(state)).toEqual(words);
});
