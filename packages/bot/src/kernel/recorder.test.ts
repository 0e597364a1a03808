import { expect, test } from 'vitest';
import { createMemoryStore } from '../journal/memory.ts';
import { defaultConfig } from '../model/config.ts';
import type { Fact } from '../model/event.ts';
import { noon } from './fold.suite.ts';
import { createRecorder } from './recorder.ts';

test('a listener that throws leaves no other without an event, nor the events behind it', () => {
  const recorder = createRecorder(createMemoryStore<Fact>(), defaultConfig.parameters, expect.unreachable);
  const heard: string[] = [];
  recorder.subscribe(({ type }) => {
    if (type === 'BotStopping') recorder.record([{ type: 'HaltReset', at: noon }]);
    if (type !== 'HaltReset') throw new Error(`cannot take ${type}`);
  });
  recorder.subscribe(({ type }) => heard.push(type));
  const facts = [
    { type: 'BotStopping', reason: 'x', at: noon },
    { type: 'BotStopped', reason: 'x', at: noon },
  ] as const;
  expect(() => recorder.record(facts)).toThrow('cannot take BotStopping');
  expect(heard).toEqual(['BotStopping', 'BotStopped', 'HaltReset']);
  recorder.record([{ type: 'HaltReset', at: noon }]);
  expect(heard).toHaveLength(4);
});
