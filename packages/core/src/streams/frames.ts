import {
  connect,
  defer,
  distinctUntilChanged,
  endWith,
  filter,
  ignoreElements,
  map,
  merge,
  NEVER,
  Observable,
  repeat,
  scan,
  skip,
  startWith,
  switchMap,
  take,
  takeUntil,
} from 'rxjs';
import { channelOf, type Frame } from '../contract/index.ts';
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
    signal.type === 'frame' && signal.frame.type === type;

/** `BotSilent` once no signal came for `stale_ms` to our pings, `BotHeard` with the next. One timer serves any number of frames. */
const silence = (clock: Clock, signals$: Signals, check$: Observable<void>): Observable<ClientEvent> =>
  defer(() => {
    let since = clock.now();
    let isSilent = false;
    const remaining = (): number => since + reconnect.stale_ms - clock.now();
    const passed$ = defer(() => after(clock, isSilent ? reconnect.stale_ms : remaining())).pipe(repeat());
    const silent$ = merge(passed$, check$).pipe(
      filter(() => !isSilent && remaining() <= 0),
      map((): ClientEvent => {
        isSilent = true;
        return { type: 'BotSilent', since };
      }),
    );
    const heard$ = signals$.pipe(
      filter(() => {
        const wasSilent = isSilent;
        since = clock.now();
        isSilent = false;
        return wasSilent;
      }),
      map((): ClientEvent => ({ type: 'BotHeard' })),
    );
    return merge(heard$, silent$);
  });

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

/** The smallest age of a frame is the difference of the clocks plus the latency of the fastest frame. */
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

const sentAt = (signal: SocketSignal): number =>
  signal.type === 'frame' && 'at' in signal.frame && typeof signal.frame.at === 'string'
    ? Date.parse(signal.frame.at)
    : Number.NaN;

// `mergeMap` of the few events of a frame would cost a tenth of all that a frame costs.
const events = (sequence: Sequence, signals$: Signals): Observable<ClientEvent> =>
  new Observable((subscriber) =>
    signals$.subscribe({
      next: (signal) => {
        for (const event of eventsOf(signal, sequence)) subscriber.next(event);
      },
      complete: () => subscriber.complete(),
    }),
  );

const none: readonly ClientEvent[] = [];

const eventsOf = (signal: SocketSignal, sequence: Sequence): readonly ClientEvent[] => {
  switch (signal.type) {
    case 'opened':
      return [{ type: 'SocketOpened' }];
    case 'closed':
      return [{ type: 'SocketClosed', code: signal.code }];
    case 'rejected':
      return [{ type: 'FrameRejected', path: signal.path, reason: signal.reason }];
    case 'frame':
      return eventsOfFrame(signal.frame, sequence);
  }
};

const eventsOfFrame = (frame: Frame, sequence: Sequence): readonly ClientEvent[] => {
  switch (frame.type) {
    case 'authenticated':
      return [{ type: 'SocketAuthenticated' }];
    case 'subscribed':
      return sequence.subscribed(frame.channel, frame.seq) === 'gap' ? [gap(frame.channel)] : none;
    case 'gap':
      sequence.forget(frame.channel);
      return [gap(frame.channel)];
    case 'error':
      return [{ type: 'FrameRejected', path: frame.code ?? '', reason: frame.detail ?? 'the bot reports an error' }];
    default:
      return eventsOfData(frame, sequence);
  }
};

const channels: Readonly<Record<string, string>> = channelOf;

const eventsOfData = (frame: Frame, sequence: Sequence): readonly ClientEvent[] => {
  const event = eventOf(frame);
  if (event === null) return none;
  const channel = channels[frame.type];
  if (channel === undefined) return [event];
  const seq = 'seq' in frame && typeof frame.seq === 'number' ? frame.seq : null;
  const verdict = sequence.see(channel, seq);
  return verdict === 'seen' ? none : verdict === 'gap' ? [gap(channel), event] : [event];
};

const gap = (channel: string): ClientEvent => ({ type: 'GapDetected', channel });

/** The event of a data frame; null for control frames and unknown ones. */
export const eventOf = (frame: Frame): ClientEvent | null => {
  switch (frame.type) {
    case 'opportunity':
      return { type: 'OpportunityDetected', opportunity: frame.data };
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
