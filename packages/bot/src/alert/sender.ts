import type { Clock } from '../model/clock.ts';
import { since } from '../model/moment.ts';
import { type Alert, isUrgent } from './alert.ts';
import { batchOf, emptyGroup, type Group, merged, withAlert } from './batch.ts';
import { type Channel, type Delivery, transient } from './channel.ts';
import { createRetrySchedule } from './retry-schedule.ts';

/** How long one delivery may take. */
export const DELIVERY_MS = 20_000;

export interface SenderOptions {
  readonly channel: Channel;
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  /** Called once when deliveries begin to fail, not again until one has succeeded. */
  readonly onOutage: (failure: Extract<Delivery, { ok: false }>) => void;
  readonly onRecovery: () => void;
  /** SentMarks of the newest notification of each message that went out. */
  readonly onDelivered: (mark: Mark) => void;
}

/** A notification, which tells later what was sent and what was not. `at` in UTC milliseconds. */
export interface Mark {
  readonly id: string;
  readonly at: number;
}

/** Takes alerts for one channel and hands them on in few messages. */
export interface Sender {
  /** `mark` is its notification, null without one. */
  take(alert: Alert, mark: Mark | null): void;
  /** Whether everything taken has gone out. */
  isIdle(): boolean;
  /** After changed settings: what waits is tried at once, or dropped when the channel is off. */
  renew(isOn: boolean): void;
  /** Why the last delivery failed, or null. */
  failing(): string | null;
  /** Sends what waits now and nothing more; given up once `deadline` is over. A channel that fails anyway is not tried. */
  finish(deadline: AbortSignal): Promise<void>;
}

/** What waits to be sent, and since when, in ms of the sender's own time. */
interface Waiting {
  readonly group: Group;
  readonly since: number;
  readonly isUrgent: boolean;
  /** The newest notification in it. */
  readonly mark: Mark | null;
}

const nothing: Waiting = { group: emptyGroup, since: 0, isUrgent: false, mark: null };

export function createSender({ channel, clock, onOutage, onRecovery, onDelivered }: SenderOptions): Sender {
  const schedule = createRetrySchedule(channel.pauseMs);
  const begun = clock.monotonic();
  const now = (): number => since(begun, clock.monotonic());
  let waiting = nothing;
  let outage: string | null = null;
  let cancel: () => void = () => {};
  let underWay: AbortController | null = null;
  let sending: Promise<void> = Promise.resolve();
  let stopped = false;

  const plan = (): void => {
    cancel();
    if (stopped || underWay !== null || waiting === nothing) return;
    const due = schedule.next(waiting.since, waiting.isUrgent, now());
    cancel = clock.after(Math.max(0, due - now()), () => {
      sending = send();
    });
  };

  const send = async (): Promise<void> => {
    const taken = waiting;
    waiting = nothing;
    const attempt = new AbortController();
    underWay = attempt;
    const disarm = clock.after(DELIVERY_MS, () => attempt.abort());
    const delivery = await delivered(channel, taken.group, attempt.signal);
    disarm();
    if (underWay !== attempt) return;
    underWay = null;
    if (delivery.ok) succeed(taken);
    else fail(taken, delivery);
    plan();
  };

  const succeed = (sent: Waiting): void => {
    if (sent.mark !== null) onDelivered(sent.mark);
    schedule.sent(sent.isUrgent, now());
    if (outage !== null) onRecovery();
    outage = null;
  };

  const fail = (kept: Waiting, failure: Extract<Delivery, { ok: false }>): void => {
    const isUrgent = kept.isUrgent || waiting.isUrgent;
    waiting = {
      group: merged(kept.group, waiting.group),
      since: kept.since,
      isUrgent,
      mark: waiting.mark ?? kept.mark,
    };
    schedule.failed(failure, now());
    if (outage === null && !stopped) onOutage(failure);
    outage = failure.reason;
  };

  const drop = (): void => {
    waiting = nothing;
    underWay?.abort();
    underWay = null;
  };

  return {
    take(alert, mark) {
      waiting = {
        group: withAlert(waiting.group, alert),
        since: waiting === nothing ? now() : waiting.since,
        isUrgent: waiting.isUrgent || isUrgent(alert),
        mark: mark ?? waiting.mark,
      };
      plan();
    },
    renew(isOn) {
      schedule.renew();
      outage = null;
      if (!isOn) drop();
      plan();
    },
    failing: () => outage,
    isIdle: () => waiting === nothing && underWay === null,
    async finish(deadline) {
      stopped = true;
      cancel();
      const giveUp = () => underWay?.abort();
      deadline.addEventListener('abort', giveUp);
      await sending;
      if (waiting !== nothing && outage === null && !deadline.aborted) await send();
      deadline.removeEventListener('abort', giveUp);
      drop();
    },
  };
}

/** A channel never throws; if one does, it must not take the bot along. */
async function delivered(channel: Channel, group: Group, signal: AbortSignal): Promise<Delivery> {
  try {
    return await channel.deliver(batchOf(group), signal);
  } catch {
    return transient('the message could not be made');
  }
}
