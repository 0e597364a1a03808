import type { TradingMode } from '@triquad/core/contract';
import type { Clock } from '../model/clock.ts';
import type { LogLevel, NotificationRaised } from '../model/event.ts';
import { type Alert, type AlertEvent, alertOf, eventsIn, isImportant } from './alert.ts';
import type { Channel } from './channel.ts';
import { createSender, type Mark } from './sender.ts';

/** The last notification that each channel has sent; it outlives the process. */
export interface SentMarks {
  /** Null when nothing was sent yet. */
  upTo(channel: string): Mark | null;
  note(channel: string, mark: Mark): void;
}

/** That a channel sends nothing now, and why. */
export interface Outage {
  readonly title: string;
  readonly message: string;
  readonly channel: string;
  readonly reason: string;
  /** Its code, null without one. */
  readonly reason_code: string | null;
}

/** What every channel takes from the bot. */
export interface ChannelContext {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly mode: () => TradingMode;
  readonly log: (level: LogLevel, source: string, message: string) => void;
  /** Raises a notification on the screens. */
  readonly notify: (notice: Outage) => void;
  /** Those of now and of earlier processes, newest first. */
  readonly notifications: () => readonly NotificationRaised[];
  readonly sent: SentMarks;
}

/** A channel, which events it sends, and how far it has sent them. */
export interface AlertChannel {
  readonly name: string;
  wants(event: AlertEvent): boolean;
  /** An event happened; `mark` is its notification, `alert` null where it makes no alert. */
  handle(alert: Alert | null, mark: Mark | null): void;
  renew(): void;
  failing(): boolean;
  finish(deadline: AbortSignal): Promise<void>;
}

interface ChannelOptions extends Channel {
  readonly settings: () => { readonly enabled: boolean; readonly alert_events: string };
}

/** Opens a channel. It begins with what is important and was not sent by an earlier process. */
export function openAlertChannel(context: ChannelContext, { settings, ...channel }: ChannelOptions): AlertChannel {
  const { clock, log, notify, notifications, sent } = context;
  const { name } = channel;
  const sender = createSender({
    channel,
    clock,
    onOutage({ reason, code }) {
      log('WARNING', 'alert', `${name} alerts fail: ${reason}`);
      const message = `${reason}; they are tried again and nothing else waits for them`;
      notify({ title: `${name} alerts fail`, message, channel: name, reason, reason_code: code });
    },
    onRecovery: () => log('INFO', 'alert', `${name} alerts go out again`),
    onDelivered: (mark) => sent.note(name, mark),
  });
  const read = () => eventsIn(settings().enabled ? settings().alert_events : '');
  let wanted = read();
  /** When nothing waits, everything so far is sent or not wanted. */
  const settle = (mark: Mark | undefined): void => {
    if (mark !== undefined && sender.isIdle()) sent.note(name, mark);
  };

  for (const notification of unsent(notifications(), sent.upTo(name)).toReversed()) {
    const alert = alertOf(notification, context.mode());
    if (alert !== null && isImportant(alert) && wanted.has(alert.event))
      sender.take({ ...alert, isLate: true }, notification);
  }
  settle(notifications()[0]);
  return {
    name,
    wants: (event) => wanted.has(event),
    handle(alert, mark) {
      if (alert !== null && wanted.has(alert.event)) sender.take(alert, mark);
      else if (mark !== null) settle(mark);
    },
    renew() {
      wanted = read();
      sender.renew(settings().enabled);
      settle(notifications()[0]);
    },
    failing: () => sender.failing() !== null,
    finish: sender.finish,
  };
}

/** Those that came after the mark, newest first; none where nothing was ever noted. */
function unsent(newestFirst: readonly NotificationRaised[], upTo: Mark | null): readonly NotificationRaised[] {
  if (upTo === null) return [];
  const place = newestFirst.findIndex(({ id }) => id === upTo.id);
  // It may be forgotten, or never have reached the journal.
  return place >= 0 ? newestFirst.slice(0, place) : newestFirst.filter(({ at }) => at > upTo.at);
}
