import { config, NEVER, Observable, of, Subject } from 'rxjs';
import { expect, test } from 'vitest';
import type { Request } from '../machines/protocol.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { performed } from './machine-effects.ts';

const asked = (effect: string, params: unknown = undefined): Request => ({
  kind: 'effect',
  machine: 'door',
  effect,
  params,
});
const timer = (ms: number | null): Request => ({ kind: 'timer', machine: 'door', timer: 'close', ms });

const performing = (performers: Record<string, () => Observable<never> | Observable<{ type: 'ClientStarted' }>>) => {
  const clock = createFakeClock();
  const requests$ = new Subject<Request>();
  const said: string[] = [];
  let open = 0;
  const lanes = { open: 'door', close: 'door' };
  const subscription = performed(requests$, { door: { performers, lanes } }, clock, (count) => {
    open = count;
  }).subscribe((message) => said.push(Object.values(message).join(' ')));
  return { clock, requests$, said, subscription, open: () => open };
};

test('effects of one lane replace each other, and those of another go on', () => {
  const t = performing({ open: () => NEVER, close: () => new Observable((s) => s.complete()), ring: () => NEVER });
  t.requests$.next(asked('open'));
  t.requests$.next(asked('ring'));
  expect(t.open()).toBe(2);
  t.requests$.next(asked('close'));
  expect(t.open()).toBe(1);
  t.subscription.unsubscribe();
  expect(t.open()).toBe(0);
});

test('a timer fires once after its delay, is restarted by the next of its name, and cancelled', async () => {
  const t = performing({});
  t.requests$.next(timer(1_000));
  await t.clock.advance(600);
  t.requests$.next(timer(1_000));
  await t.clock.advance(999);
  expect(t.said).toEqual([]);
  await t.clock.advance(5_000);
  expect(t.said).toEqual(['TimerFired door close']);
  t.requests$.next(timer(1_000));
  t.requests$.next(timer(null));
  await t.clock.advance(5_000);
  expect([t.said.length, t.clock.waiting, t.open()]).toEqual([1, 0, 0]);
});

test('an effect that throws is reported, and the next one is performed', async () => {
  const reported = new Promise<unknown>((resolve) => {
    config.onUnhandledError = resolve;
  });
  const t = performing({
    open: () => {
      throw new Error('stuck');
    },
    ring: () => of({ type: 'ClientStarted' }),
  });
  t.requests$.next(asked('open'));
  t.requests$.next(asked('ring'));
  expect([String(await reported), t.said]).toEqual(['Error: stuck', ['ClientStarted']]);
  config.onUnhandledError = null;
});
