import { NEVER, of, Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { createOutbox } from '../gateway/outbox.ts';
import type { Message } from '../journal/journal.ts';
import { storageKeys } from '../rules/limits.ts';
import { createTestClient } from '../testing/client.ts';
import type { Effects } from './effects.ts';
import { createFetchedEffects } from './fetched-effects.ts';

const started: Message = { type: 'ClientStarted' };
const pairs: Message = { type: 'FindPairs', exchanges: ['kraken'] };
const life = (id: string): Message => ({ type: 'LoadLife', id });

/** Messages into effects that are fetched after so many failures, and what the fetched code received. */
const opened = (failures: number, stored?: string) => {
  const { clock, storage, api } = createTestClient();
  if (stored !== undefined) storage.set(storageKeys.parameters, stored);
  const messages$ = new Subject<Message>();
  const received: Message[] = [];
  let fetches = 0;
  const effects: Effects = (theirs$) => {
    theirs$.subscribe((message) => received.push(message));
    return of({ type: 'MarketAnswered' });
  };
  const fetch = async () => {
    fetches += 1;
    if (fetches <= failures) throw new Error('offline');
    return effects;
  };
  const emitted: string[] = [];
  const ports = { api, clock, storage, save: () => {}, outbox: createOutbox(), state: () => NEVER as never };
  const running = createFetchedEffects(fetch)(messages$, ports).subscribe(({ type }) => emitted.push(type));
  return { messages$, clock, received, emitted, fetches: () => fetches, running };
};

test('commands before the code is there are performed in their order, then each as it comes', async () => {
  const { messages$, clock, received, emitted, fetches } = opened(0);
  messages$.next(started);
  await clock.advance(5_000);
  expect(fetches()).toBe(0);
  messages$.next(pairs);
  messages$.next(life('a'));
  await clock.advance(0);
  expect([received, emitted]).toEqual([[pairs, life('a')], ['MarketAnswered']]);
  messages$.next(life('b'));
  await clock.advance(0);
  expect([received.at(-1), emitted]).toEqual([life('b'), ['MarketAnswered']]);
});

test('code that cannot be fetched is tried again each second, and no command is lost', async () => {
  const { messages$, clock, received, fetches } = opened(2);
  messages$.next(pairs);
  await clock.advance(1_000);
  messages$.next(life('a'));
  expect([received, fetches()]).toEqual([[], 2]);
  await clock.advance(1_000);
  expect(received).toEqual([pairs, life('a')]);
});

test('a start is for it where an earlier session kept parameters', async () => {
  const { messages$, clock, received } = opened(0, '{"min_profit_threshold":1}');
  messages$.next(started);
  await clock.advance(0);
  expect(received).toEqual([started]);
});

test('nothing is performed once it has ended', async () => {
  const { messages$, clock, received, running } = opened(0);
  messages$.next(pairs);
  running.unsubscribe();
  await clock.advance(2_000);
  expect([received, messages$.observed]).toEqual([[], false]);
});
