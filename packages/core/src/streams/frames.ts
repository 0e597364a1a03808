import {
  connect,
  distinctUntilChanged,
  endWith,
  filter,
  ignoreElements,
  map,
  merge,
  mergeMap,
  NEVER,
  type Observable,
  scan,
  skip,
  startWith,
  switchMap,
  take,
  takeUntil,
  tap,
} from 'rxjs';
import { channelOf, type Frame, type FrameReading } from '../contract/socket.ts';
import type { Clock } from '../gateway/clock.ts';
import type { Sequence } from '../gateway/sequence.ts';
import type { Socket, SocketSignal } from '../gateway/socket.ts';
import { after, every } from '../gateway/waiting.ts';
import type { ClientEvent } from '../journal/event.ts';
import { reconnect } from '../rules/limits.ts';

type Ports = { readonly clock: Clock; readonly socket: Socket };
type Signals = Observable<SocketSignal>;

/**
 * The events of one connection: subscribing opens the socket, unsubscribing closes it. `SocketClosed` is the last.
 * `sequence` belongs to the client and outlives the connection, so that frames missed in between are noticed. A bot that
 * has authenticated us is pinged; `check$`: asks at once whether it is silent.
 */
export const frames = (
  { clock, socket }: Ports,
  sequence: Sequence,
  check$: Observable<void> = NEVER,
): Observable<ClientEvent> =>
  socket.connect().pipe(
    connect((signals$) => {
      const ended$ = signals$.pipe(ignoreElements(), endWith(null));
      return merge(
        signals$.pipe(
          filter(ofFrame('authenticated')),
          switchMap(() => merge(silence(clock, signals$, check$), heartbeat(clock, socket, signals$))),
          takeUntil(ended$),
        ),
        clockComparison(clock, signals$),
        events(sequence, signals$),
      );
    }),
  );

const ofFrame =
  (type: Frame['type']) =>
  (signal: SocketSignal): boolean =>
    signal.type === 'heard' && signal.frames.some((read) => read.ok && read.frame.type === type);

/** `BotSilent` once no signal came for `stale_ms` to our pings, `BotHeard` with the next. */
const silence = (clock: Clock, signals$: Signals, check$: Observable<void>): Observable<ClientEvent> => {
  let isSilent = false;
  return signals$.pipe(
    startWith(null),
    switchMap(() => {
      const [since, wasSilent] = [clock.now(), isSilent];
      isSilent = false;
      const over$ = check$.pipe(filter(() => clock.now() - since >= reconnect.stale_ms));
      const silent$ = merge(after(clock, reconnect.stale_ms), over$).pipe(
        take(1),
        tap(() => {
          isSilent = true;
        }),
        map((): ClientEvent => ({ type: 'BotSilent', since })),
      );
      return wasSilent ? silent$.pipe(startWith<ClientEvent>({ type: 'BotHeard' })) : silent$;
    }),
  );
};

/** Pings, and measures how long each answer takes. */
const heartbeat = (clock: Clock, socket: Socket, signals$: Signals): Observable<ClientEvent> =>
  every(clock, reconnect.ping_every_ms).pipe(
    startWith(undefined),
    switchMap(() => {
      const sent = clock.now();
      socket.send({ type: 'ping' });
      return signals$.pipe(
        filter(ofFrame('pong')),
        take(1),
        map((): ClientEvent => ({ type: 'LatencyMeasured', ms: Math.max(0, clock.now() - sent) })),
      );
    }),
  );

const noticeableMs = 1_000;

/** The smallest age of a frame is the difference of the clocks plus the latency of the fastest frame. Of those that came at once the last counts. */
const clockComparison = (clock: Clock, signals$: Signals): Observable<ClientEvent> =>
  signals$.pipe(
    map((signal) => clock.now() - sentAt(signal)),
    filter((age) => !Number.isNaN(age)),
    scan((least, age) => Math.min(least, age)),
    startWith(0),
    distinctUntilChanged((reported, least) => Math.abs(least - reported) < noticeableMs),
    skip(1),
    map((ahead_ms) => ({ type: 'ClockCompared', ahead_ms })),
  );

const sentAt = (signal: SocketSignal): number => {
  const last = signal.type === 'heard' ? signal.frames.at(-1) : undefined;
  return last?.ok && 'at' in last.frame && typeof last.frame.at === 'string' ? Date.parse(last.frame.at) : Number.NaN;
};

const events = (sequence: Sequence, signals$: Signals): Observable<ClientEvent> =>
  signals$.pipe(mergeMap((signal) => eventsOf(signal, sequence)));

const eventsOf = (signal: SocketSignal, sequence: Sequence): readonly ClientEvent[] => {
  if (signal.type === 'opened') return [{ type: 'SocketOpened' }];
  if (signal.type === 'closed') return [{ type: 'SocketClosed', code: signal.code }];
  return signal.frames.flatMap((read) => eventsOfReading(read, sequence)).reduce(together, []);
};

/** Opportunities that came one after the other become one event. */
const together = (events: ClientEvent[], event: ClientEvent): ClientEvent[] => {
  const last = events.at(-1);
  if (event.type !== 'OpportunitiesDetected' || last?.type !== event.type) events.push(event);
  else last.opportunities.push(...event.opportunities);
  return events;
};

const none: readonly ClientEvent[] = [];
/** Parts of a frame that are reported when they could not be read. */
const reportedParts = 3;
const gap = (channel: string): ClientEvent => ({ type: 'GapDetected', channel });
const channels: Readonly<Record<string, string>> = channelOf;

const eventsOfReading = (read: FrameReading, sequence: Sequence): readonly ClientEvent[] => {
  if (!read.ok) return [{ type: 'FrameRejected', path: read.path, reason: read.reason }];
  const { frame } = read;
  switch (frame.type) {
    case 'authenticated':
      return [{ type: 'SocketAuthenticated', journal_id: frame.journal_id }];
    case 'subscribed':
      return sequence.subscribed(frame.channel, frame.seq) === 'gap' ? [gap(frame.channel)] : none;
    case 'gap':
      sequence.forget(frame.channel);
      return [gap(frame.channel)];
    case 'error':
      return [{ type: 'FrameRejected', path: frame.code ?? '', reason: frame.detail ?? 'the bot reports an error' }];
  }
  const [event, channel] = [eventOf(frame), channels[frame.type]];
  if (event === null) return none;
  const omitted = (read.omitted ?? [])
    .slice(0, reportedParts)
    .map(({ path, reason }): ClientEvent => ({ type: 'FrameRejected', path, reason }));
  if (channel === undefined) return [...omitted, event];
  const seq = 'seq' in frame && typeof frame.seq === 'number' ? frame.seq : null;
  const verdict = sequence.see(channel, seq);
  return verdict === 'seen' ? none : [...(verdict === 'gap' ? [gap(channel)] : none), ...omitted, event];
};

/** The event of a data frame; null for control frames and unknown ones. */
const eventOf = (frame: Frame): ClientEvent | null => {
  switch (frame.type) {
    case 'opportunity':
      return { type: 'OpportunitiesDetected', opportunities: [frame.data] };
    case 'execution':
      return { type: 'ExecutionReported', trade: frame.data };
    case 'bot_status':
      return { type: 'BotStatusReported', status: frame.data };
    case 'log':
      return { type: 'LogReported', entry: frame.data };
    case 'notification':
      return { type: 'NotificationReceived', notification: frame.data };
    case 'order':
      return { type: 'OrderReported', order: frame.data };
    case 'balances':
      return { type: 'BalancesReported', balances: frame.data };
    case 'backtest':
      return { type: 'BacktestReported', backtest: frame.data };
    case 'metrics':
      return { type: 'MetricsReported', metrics: frame.data };
    default:
      return null;
  }
};
