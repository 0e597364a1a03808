import { catchError, concat, defer, EMPTY, filter, map, merge, mergeMap, type Observable, of, switchMap } from 'rxjs';
import type { Api } from '../gateway/api.ts';
import type { Clock } from '../gateway/clock.ts';
import { after } from '../gateway/waiting.ts';
import type { ClientEvent } from '../journal/event.ts';
import type { Message } from '../journal/journal.ts';
import { mayPass, type Problem } from '../journal/problem.ts';
import type { ResourceName } from '../journal/resource.ts';
import type { FoldedState } from '../projections/state.ts';
import { resources } from '../resources/table.ts';
import { untilMidnight } from '../rules/day.ts';
import { backoff, calls } from '../rules/limits.ts';
import { selectBotNow } from '../selectors/connection.ts';
import { reported } from './perform.ts';

export type ResourcePorts = { readonly api: Api; readonly clock: Clock; readonly state: () => FoldedState };
/** `settled`: the subscription to live updates succeeded or failed, so a load misses no update. */
export type Session = { readonly settled: boolean; readonly signedOut: boolean };
/** The live connection takes long: what waited for it loads without it. */
export type Settled = { readonly type: 'Settled' };
/** A message that concerns one resource. */
export type Trigger = { readonly name: ResourceName; readonly message: Message | Settled; readonly session: Session };

/**
 * `held`: waits for the live connection. `calm`: outdated, loaded again a second after the first cause. `stale`: loaded
 * again when the next watcher comes.
 */
type Phase = 'idle' | 'held' | 'loading' | 'retrying' | 'calm' | 'fresh' | 'stale' | 'failed';
type Events = Observable<ClientEvent>;

/** `watchers`: the limits that they ask for, 0 for the resource's own. `isOutdated`: something happened during the load. */
type Resource = ResourcePorts & {
  readonly name: ResourceName;
  phase: Phase;
  session: Session;
  watchers: readonly number[];
  requested: number;
  isOutdated: boolean;
};

/**
 * Keeps one resource loaded while it is watched: stale and loaded again after 5 minutes (what is of a day also when that
 * ends), dropped 10 minutes after the last watcher left. Each step takes the place of the one before it.
 */
export const resource = (name: ResourceName, triggers$: Observable<Trigger>, ports: ResourcePorts): Events =>
  defer(() => {
    const session: Session = { settled: false, signedOut: false };
    const it: Resource = { ...ports, name, phase: 'idle', session, watchers: [], requested: 0, isOutdated: false };
    return merge(
      triggers$.pipe(
        map((trigger) => stepAfter(it, trigger)),
        filter((step) => step !== null),
        switchMap((step) => step),
      ),
      triggers$.pipe(
        filter(({ message: { type } }) => type === 'Watch' || type === 'Unwatch'),
        switchMap(() => (isWatched(it) ? EMPTY : drop(it))),
      ),
    );
  });

/** The next step, null to go on with the present one. */
const stepAfter = (it: Resource, { message, session }: Trigger): Events | null => {
  it.session = session;
  switch (message.type) {
    case 'Watch':
      return watched(it, message.limit ?? 0);
    case 'Unwatch':
      return unwatched(it, message.limit ?? 0);
    case 'Refresh':
      return it.phase === 'loading' ? null : load(it);
    case 'Connected':
      // The bot may be another one now, without what was loaded from the one before.
      if (!isAvailable(it)) return missing(it);
      return isWatched(it) ? load(it) : it.phase === 'fresh' ? stale(it) : null;
    case 'ConnectionLost':
    case 'ReconnectionExhausted':
    case 'Settled':
      return it.phase === 'held' ? load(it) : null;
    case 'SignedIn':
      return isWatched(it) ? held(it) : null;
    case 'SignedOut':
    case 'ResourceDropped':
      it.phase = 'idle';
      return EMPTY;
    default:
      return invalidated(it);
  }
};

const isWatched = ({ watchers }: Resource): boolean => watchers.length > 0;

const watched = (it: Resource, rows: number): Events | null => {
  it.watchers = [...it.watchers, rows];
  if (it.phase === 'idle') return it.session.settled ? load(it) : held(it);
  if (it.phase === 'stale' || it.phase === 'failed') return load(it);
  if (rows <= it.requested) return null;
  if (it.phase === 'loading') it.isOutdated = true;
  return it.phase === 'fresh' ? load(it) : null;
};

const unwatched = (it: Resource, rows: number): null => {
  it.watchers = it.watchers.filter((_, index, all) => index !== all.indexOf(rows));
  return null;
};

const invalidated = (it: Resource): Events | null => {
  if (it.phase === 'loading') it.isOutdated = true;
  if (it.phase === 'fresh') return isWatched(it) ? calm(it) : stale(it);
  return (it.phase === 'stale' || it.phase === 'failed') && isWatched(it) ? calm(it) : null;
};

const wait = ({ clock }: Resource, ms: number, then: () => Events): Events => after(clock, ms).pipe(mergeMap(then));

const held = (it: Resource): Events => {
  it.phase = 'held';
  return EMPTY;
};

const calm = (it: Resource): Events => {
  it.phase = 'calm';
  return wait(it, calls.calm_ms, () => (isWatched(it) ? load(it) : stale(it)));
};

const missing = (it: Resource): Events => {
  const isKept = it.phase !== 'idle' && it.phase !== 'held';
  it.phase = 'idle';
  return isKept ? of({ type: 'ResourceDropped', resource: it.name }) : EMPTY;
};

const stale = (it: Resource): Events => {
  it.phase = 'stale';
  return of({ type: 'ResourceStale', resource: it.name });
};

const fresh = (it: Resource): Events => {
  it.phase = 'fresh';
  const { stale_after_ms } = calls;
  const lasts = resources[it.name].daily ? Math.min(stale_after_ms, untilMidnight(botNow(it))) : stale_after_ms;
  return wait(it, lasts, () =>
    isWatched(it)
      ? concat(
          stale(it),
          defer(() => load(it)),
        )
      : stale(it),
  );
};

const load = (it: Resource, attempt = 1): Events => {
  it.phase = isAvailable(it) ? 'loading' : 'idle';
  if (it.phase === 'idle') return EMPTY;
  const { limit = 0, load: call } = resources[it.name];
  it.requested = Math.max(limit, ...it.watchers);
  it.isOutdated = false;
  return concat(
    of<ClientEvent>({ type: 'ResourceRequested', resource: it.name, attempt }),
    defer(() => call(it.api, { limit: it.requested, now: botNow(it) })).pipe(
      mergeMap((result) => (result.ok ? loaded(it, result.value) : failed(it, attempt, result.problem))),
      catchError(reported),
    ),
  );
};

const isAvailable = ({ name, session, state }: Resource): boolean => {
  const { capability } = resources[name];
  const { capabilities } = state().health;
  if (session.signedOut) return false;
  if (capability === 'any') return capabilities.length > 0;
  return capability === undefined || capabilities.includes(capability);
};

const botNow = ({ clock, state }: Resource): number =>
  selectBotNow({ connection: state().connection, now: clock.now() });

const loaded = (it: Resource, events: readonly ClientEvent[]): Events =>
  concat(
    events,
    defer(() => (it.isOutdated ? calm(it) : fresh(it))),
  );

const failed = (it: Resource, attempt: number, problem: Problem): Events => {
  const retries = mayPass(problem) && attempt <= calls.read_retries;
  const delay = problem.retry_after_ms ?? backoff(attempt, calls.first_retry_ms, calls.longest_retry_ms);
  const retry_at = retries ? it.clock.now() + delay : null;
  it.phase = retries ? 'retrying' : 'failed';
  return concat(
    of<ClientEvent>({ type: 'ResourceFailed', resource: it.name, problem, attempt, retry_at }),
    retries ? wait(it, delay, () => load(it, attempt + 1)) : EMPTY,
  );
};

const drop = ({ clock, name }: Resource): Events =>
  after(clock, calls.cached_for_ms).pipe(map(() => ({ type: 'ResourceDropped', resource: name })));
