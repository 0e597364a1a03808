import type { TradingMode } from '@triquad/core/contract';
import type { Clock } from '../engine/clock.ts';
import type { EngineEvent, LogLevel } from '../engine/event.ts';
import type { EmailSettings, TelegramSettings } from '../vault/records.ts';
import { alertOf, eventsIn } from './alert.ts';
import type { Channel, Delivery } from './channel.ts';
import { type Courier, createCourier, pace } from './courier.ts';
import type { Digest } from './digest.ts';
import { type EmailPorts, type EmailTarget, sendEmail } from './email.ts';
import { sendTelegram, type TelegramPorts, type TelegramTarget } from './telegram.ts';

const MINUTE_MS = 60_000;
/** After a message, before the next ordinary one. */
const PAUSE_MS = { telegram: MINUTE_MS, email: 5 * MINUTE_MS };

/** What the alerts reach the world by. */
export interface AlertPorts {
  readonly telegram: TelegramPorts;
  readonly email: EmailPorts;
  readonly clock: Pick<Clock, 'now' | 'after'>;
}

export interface AlertSettings {
  readonly telegram: TelegramSettings;
  readonly email: EmailSettings;
}

export interface AlertsOptions {
  readonly ports: AlertPorts;
  /** As they are kept now; asked for at the start and at each `renew`. */
  readonly settings: () => AlertSettings;
  readonly subscribe: (listener: (event: EngineEvent) => void) => () => void;
  readonly mode: () => TradingMode;
  readonly log: (level: LogLevel, source: string, message: string) => void;
  /** Raises a notification on the screens. */
  readonly notify: (title: string, message: string) => void;
}

/** Tells the operator by Telegram and e-mail of what the engine tells. Trading never waits for it and never fails by it. */
export interface Alerts {
  /** Follows the settings as they are kept now. */
  renew(): void;
  testTelegram(target: TelegramTarget, message: string): Promise<Delivery>;
  testEmail(target: EmailTarget, subject: string, message: string): Promise<Delivery>;
  /** The channels whose last delivery failed. */
  failing(): readonly string[];
  stop(): void;
}

export function createAlerts({ ports, subscribe, mode, log, notify, ...options }: AlertsOptions): Alerts {
  const { clock } = ports;
  let settings = options.settings();
  const telegram: Channel = {
    name: 'Telegram',
    pauseMs: PAUSE_MS.telegram,
    deliver: (digest, signal) => sendTelegram(ports.telegram, settings.telegram, digest, signal),
  };
  const email: Channel = {
    name: 'E-mail',
    pauseMs: PAUSE_MS.email,
    deliver: (digest, signal) => sendEmail(ports.email, settings.email, digest, signal),
  };
  const courierOf = (channel: Channel): Courier =>
    createCourier({
      channel,
      clock,
      onOutage(reason) {
        log('WARNING', 'alert', `${channel.name} alerts fail: ${reason}`);
        notify(`${channel.name} alerts fail`, `${reason}; they are tried again and nothing else waits for them`);
      },
      onRecovery: () => log('INFO', 'alert', `${channel.name} alerts go out again`),
    });
  const couriers = { telegram: courierOf(telegram), email: courierOf(email) };
  const wishes = () => ({
    telegram: eventsIn(settings.telegram.enabled ? settings.telegram.alert_events : ''),
    email: eventsIn(settings.email.enabled ? settings.email.alert_events : ''),
  });
  let wanted = wishes();

  const unsubscribe = subscribe((event) => {
    if (event.type !== 'OpportunityDetected' && event.type !== 'NotificationRaised') return;
    const alert = alertOf(event, mode());
    if (alert === null) return;
    if (wanted.telegram.has(alert.event)) couriers.telegram.take(alert);
    if (wanted.email.has(alert.event)) couriers.email.take(alert);
  });
  const inTime = async (deliver: (signal: AbortSignal) => Promise<Delivery>): Promise<Delivery> => {
    const attempt = new AbortController();
    const disarm = clock.after(pace.timeout, () => attempt.abort());
    const delivery = await deliver(attempt.signal);
    disarm();
    return delivery;
  };
  const testDigest = (title: string, message: string): Digest => ({
    mode: mode().toUpperCase(),
    title,
    lines: [message],
  });

  return {
    renew() {
      settings = options.settings();
      wanted = wishes();
      couriers.telegram.renew(settings.telegram.enabled);
      couriers.email.renew(settings.email.enabled);
    },
    testTelegram: (target, message) =>
      inTime((signal) => sendTelegram(ports.telegram, target, testDigest('Test', message), signal)),
    testEmail: (target, subject, message) =>
      inTime((signal) => sendEmail(ports.email, target, testDigest(subject, message), signal)),
    failing: () =>
      [
        { name: telegram.name, courier: couriers.telegram },
        { name: email.name, courier: couriers.email },
      ].flatMap(({ name, courier }) => (courier.failing() === null ? [] : name)),
    stop() {
      unsubscribe();
      couriers.telegram.stop();
      couriers.email.stop();
    },
  };
}
