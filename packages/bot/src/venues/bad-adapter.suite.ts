import type { Clock } from '../model/clock.ts';
import { type Exchange, type RequestKind, scopeOf, type ThrottleScope } from '../model/exchange.ts';
import { type Elapsed, elapsedOf, later, since } from '../model/moment.ts';
import { marketOf } from './faulty.suite.ts';

/** How often a call of the adapter goes wrong, 0 to 1. */
export type AdapterFaults = {
  /** It throws, before or after it has asked the exchange. */
  readonly throws: number;
  readonly rejects: number;
  /** It answers in no form of the port, whether it has asked or not. */
  readonly rubbish: number;
  /** The exchange takes no requests of a scope for up to `longestThrottleMs`. */
  readonly throttle: number;
  readonly longestThrottleMs: number;
};

export const goodAdapter: AdapterFaults = { throws: 0, rejects: 0, rubbish: 0, throttle: 0, longestThrottleMs: 0 };

/** What no port promises. */
const rubbish = [
  'null',
  '7',
  '"OK"',
  '{}',
  '[]',
  '{"kind":"report"}',
  '{"kind":"report","report":{"state":"done"}}',
  '{"kind":"report","report":{"client_order_id":"x","state":"filled","filled_quantity":"-1","filled_quote":"1","fees":[]}}',
  '{"kind":"balances","holdings":{"USDT":{"free":12}}}',
  '{"kind":"orders","orders":[null]}',
  '{"kind":"throttled","scope":"orders","retryAfterMs":-1}',
  '{"kind":"throttled","retryAfterMs":500}',
];

export type BadAdapter = Exchange & {
  readonly faults: { now: AdapterFaults };
  /** The venue cannot be reached from now on for so many ms: calls reject or are never answered, and no report comes. Books are the line's. */
  goDown(ms: number): void;
  isDown(): boolean;
  /**
   * It said before now, and not before `since`, that it takes no orders, reads of the account or requests of the address for a while that
   * has not ended.
   */
  isThrottled(since: Elapsed): boolean;
};

/** `at`: when the process was told last, null where it was not. */
type Throttle = { readonly scope: ThrottleScope; readonly until: Elapsed; readonly at: Elapsed | null };

/** An exchange behind an adapter that throws, rejects, answers rubbish, and cannot reach its venue at times. */
export const withBadAdapter = (
  inner: Exchange,
  clock: Clock,
  random: () => number,
  count: (what: string) => void,
  /** A request came of a scope that is throttled. `isKnown`: a process that began then had been told so. */
  onIgnored: (name: RequestKind, isKnown: (from: Elapsed) => boolean) => void = () => {},
): BadAdapter => {
  const { account } = inner;
  const faults = { now: goodAdapter };
  let downUntil: Elapsed = elapsedOf(0);
  const throttles = new Map<ThrottleScope, Throttle>();
  const isBefore = (end: Elapsed): boolean => since(clock.monotonic(), end) > 0;
  const never = new Promise<never>(() => {});
  const anything = () => JSON.parse(rubbish[Math.floor(random() * rubbish.length)] ?? 'null');

  /** The throttle that stops a request of that scope. */
  const throttleOn = (scope: ThrottleScope): Throttle | undefined =>
    [scope, 'address' as const]
      .flatMap((one) => throttles.get(one) ?? [])
      .filter(({ until }) => isBefore(until))
      .toSorted((a, b) => since(b.until, a.until))[0];

  const throttle = (name: RequestKind): Throttle => {
    const scope: ThrottleScope = random() < 0.25 ? 'address' : scopeOf[name];
    const until = later(clock.monotonic(), 50 + random() * faults.now.longestThrottleMs);
    // A list of markets that is none does not say why.
    const one = { scope, until, at: name === 'instruments' ? null : clock.monotonic() };
    throttles.set(scope, one);
    count(`throttled: ${scope}`);
    return one;
  };

  /** Said to the process that began then, and before this moment. */
  const isKnown = ({ at, until }: Throttle, from: Elapsed): boolean =>
    at !== null && isBefore(until) && since(from, at) > 0 && since(at, clock.monotonic()) > 0;

  /** `answers`: what comes of it in place of what the exchange says. */
  const call = <T>(name: RequestKind, ask: () => Promise<T>): Promise<T> => {
    const known = throttleOn(scopeOf[name]);
    if (known) onIgnored(name, (from) => isKnown(known, from));
    if (isBefore(downUntil)) {
      count('calls to a venue that is down');
      return random() < 0.3 ? never : Promise.reject(new Error('connect ECONNREFUSED'));
    }
    const { now } = faults;
    if (now === goodAdapter) return ask();
    const held = known ?? (random() < now.throttle ? throttle(name) : null);
    if (held) {
      const retryAfterMs = Math.ceil(since(clock.monotonic(), held.until));
      return Promise.resolve<never>(JSON.parse(JSON.stringify({ kind: 'throttled', scope: held.scope, retryAfterMs })));
    }
    const drawn = random();
    if (drawn >= now.throws + now.rejects + now.rubbish) return ask();
    const asked = random() < 0.5 ? ask() : Promise.resolve(null);
    count(`adapter faults: ${name}`);
    if (drawn < now.throws) throw new Error('undefined is not a function');
    if (drawn < now.throws + now.rejects) return asked.then(() => Promise.reject(new Error('503')));
    return asked.then(anything);
  };

  /** Streams may fail as they are opened. */
  const opened = <T>(name: string, open: () => T): T => {
    if (isBefore(downUntil) || random() < faults.now.throws) {
      count(`adapter faults: ${name}`);
      throw new Error('the socket is not open');
    }
    return open();
  };

  return {
    faults,
    goDown: (ms) => {
      downUntil = later(clock.monotonic(), ms);
    },
    isDown: () => isBefore(downUntil),
    isThrottled: (from) =>
      (['address', 'account', 'orders'] as const).some((scope) => {
        const one = throttles.get(scope);
        return one !== undefined && isKnown(one, from);
      }),
    market: {
      ...marketOf(inner),
      // An answer in no form is a whole one: a list with a few markets left out is another list.
      instruments: (ms) => call('instruments', () => inner.market.instruments(ms)),
      subscribe: (listener) =>
        opened('subscribe', () =>
          inner.market.subscribe((event) => {
            if (faults.now.rubbish > 0 && random() < faults.now.rubbish / 10) listener(anything());
            listener(event);
          }),
        ),
    },
    account: {
      ...account,
      subscribe: (listener) =>
        opened('subscribe', () =>
          account.subscribe((event) => {
            if (isBefore(downUntil)) return;
            if (faults.now.rubbish > 0 && random() < faults.now.rubbish) listener(anything());
            listener(event);
          }),
        ),
      place: (request, ms) => call('place', () => account.place(request, ms)),
      lookUp: (ref, ms) => call('lookUp', () => account.lookUp(ref, ms)),
      cancel: (ref, ms) => call('cancel', () => account.cancel(ref, ms)),
      balances: (ms) => call('balances', () => account.balances(ms)),
      openOrders: (ms) => call('openOrders', () => account.openOrders(ms)),
    },
  };
};
