import type { TradingMode } from '@triquad/core/contract';
import type { Clock } from '../model/clock.ts';
import type { LogLevel, NotificationRaised } from '../model/event.ts';
import { type Alert, type AlertEvent, alertOf, eventsIn, isImportant } from './alert.ts';
import type { Channel } from './channel.ts';
import { createCourier, type Mark } from './courier.ts';

/** Up to which notification each channel has told what it should; it outlives the process. */
export interface Told {
  /** Null when nothing was ever noted. */
  upTo(channel: string): Mark | null;
  note(channel: string, mark: Mark): void;
}

/** What every line takes from the bot. */
export interface LineContext {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly mode: () => TradingMode;
  readonly log: (level: LogLevel, source: string, message: string) => void;
  /** Raises a notification on the screens. */
  readonly notify: (title: string, message: string) => void;
  /** Those of now and of earlier processes, newest first. */
  readonly notifications: () => readonly NotificationRaised[];
  readonly told: Told;
}

/** A channel, what is wanted on it, and how far it has told it. */
export interface Line {
  readonly name: string;
  wants(event: AlertEvent): boolean;
  /** Something happened; `mark` is its notification, `alert` null where it is none for anybody. */
  hear(alert: Alert | null, mark: Mark | null): void;
  renew(): void;
  failing(): boolean;
  finish(deadline: AbortSignal): Promise<void>;
}

interface LineOptions extends Channel {
  readonly settings: () => { readonly enabled: boolean; readonly alert_events: string };
}

/** Opens a channel. It begins with what is important and was not told by an earlier process. */
export function openLine(context: LineContext, { settings, ...channel }: LineOptions): Line {
  const { clock, log, notify, notifications, told } = context;
  const { name } = channel;
  const courier = createCourier({
    channel,
    clock,
    onOutage(reason) {
      log('WARNING', 'alert', `${name} alerts fail: ${reason}`);
      notify(`${name} alerts fail`, `${reason}; they are tried again and nothing else waits for them`);
    },
    onRecovery: () => log('INFO', 'alert', `${name} alerts go out again`),
    onDelivered: (mark) => told.note(name, mark),
  });
  const read = () => eventsIn(settings().enabled ? settings().alert_events : '');
  let wanted = read();
  /** Where nothing waits, everything so far is told or not to be told. */
  const settle = (mark: Mark | undefined): void => {
    if (mark !== undefined && courier.isIdle()) told.note(name, mark);
  };

  for (const notification of untold(notifications(), told.upTo(name)).toReversed()) {
    const alert = alertOf(notification, context.mode());
    if (alert !== null && isImportant(alert) && wanted.has(alert.event))
      courier.take({ ...alert, isLate: true }, notification);
  }
  settle(notifications()[0]);
  return {
    name,
    wants: (event) => wanted.has(event),
    hear(alert, mark) {
      if (alert !== null && wanted.has(alert.event)) courier.take(alert, mark);
      else if (mark !== null) settle(mark);
    },
    renew() {
      wanted = read();
      courier.renew(settings().enabled);
      settle(notifications()[0]);
    },
    failing: () => courier.failing() !== null,
    finish: courier.finish,
  };
}

/** Those that came after the mark, newest first; none where nothing was ever noted. */
function untold(newestFirst: readonly NotificationRaised[], upTo: Mark | null): readonly NotificationRaised[] {
  if (upTo === null) return [];
  const place = newestFirst.findIndex(({ id }) => id === upTo.id);
  // It may be forgotten, or never have reached the journal.
  return place >= 0 ? newestFirst.slice(0, place) : newestFirst.filter(({ at }) => at > upTo.at);
}
