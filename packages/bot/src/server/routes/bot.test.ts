import { expect, test } from 'vitest';
import type { Backend } from '../backend.ts';
import type { Call } from '../handler.ts';
import { Refusal } from '../problem.ts';
import { botRoutes } from './bot.ts';

/** The answer to a start or restart with `sent` of a bot in the mode `kept`: its status code, or the command that went on. */
const answerOf = async (call: 'bot.start' | 'bot.restart', kept: 'paper' | 'live', sent?: 'paper' | 'live') => {
  const commands: string[] = [];
  const engine = {
    state: () => ({ mode: kept }),
    command: async ({ type }: { type: string }) => {
      commands.push(type);
      return { ok: true, value: { message: 'started' } };
    },
  };
  const backend = { engine, symbols: new Map(), status: () => ({}) } as unknown as Backend;
  const body = sent === undefined ? {} : { mode: sent };
  const answer = await botRoutes(backend)[call]({ body } as Call<typeof call>);
  return answer instanceof Refusal ? answer.status : commands.join();
};

test.each(['bot.start', 'bot.restart'] as const)(
  '%s is refused when its mode is not the one the bot is in',
  async (call) => {
    const command = call === 'bot.start' ? 'StartBot' : 'RestartBot';
    expect(await answerOf(call, 'live', 'paper')).toBe(409);
    expect(await answerOf(call, 'paper', 'live')).toBe(409);
    expect(await answerOf(call, 'live', 'live')).toBe(command);
    expect(await answerOf(call, 'paper', 'paper')).toBe(command);
    expect(await answerOf(call, 'paper')).toBe(command);
  },
);
