import type { TradingMode } from '@triquad/core/contract';
import type { Clock } from '../engine/clock.ts';
import type { EngineEvent, LogLevel } from '../engine/event.ts';
import type { EmailSettings, TelegramSettings } from '../vault/records.ts';
import { type AlertEvent, alertOf, eventsIn } from './alert.ts';
import type { Channel, Delivery } from './channel.ts';
import { type Courier, createCourier, DELIVERY_MS } from './courier.ts';
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

export function createAlerts(options: AlertsOptions): Alerts {
  const { ports, subscribe, mode } = options;
  let settings = options.settings();
  const lines = [
    openLine(options, {
      name: 'Telegram',
      pauseMs: PAUSE_MS.telegram,
      settings: () => settings.telegram,
      deliver: (digest, signal) => sendTelegram(ports.telegram, settings.telegram, digest, signal),
    }),
    openLine(options, {
      name: 'E-mail',
      pauseMs: PAUSE_MS.email,
      settings: () => settings.email,
      deliver: (digest, signal) => sendEmail(ports.email, settings.email, digest, signal),
    }),
  ];
  const unsubscribe = subscribe((event) => {
    if (event.type !== 'OpportunityDetected' && event.type !== 'NotificationRaised') return;
    if (!lines.some((line) => line.wanted().size > 0)) return;
    const alert = alertOf(event, mode());
    if (alert === null) return;
    for (const { wanted, courier } of lines) if (wanted().has(alert.event)) courier.take(alert);
  });
  const test = (title: string, message: string): Digest => ({ mode: mode().toUpperCase(), title, lines: [message] });

  return {
    renew() {
      settings = options.settings();
      for (const line of lines) line.renew();
    },
    testTelegram: (target, message) =>
      inTime(ports, (signal) => sendTelegram(ports.telegram, target, test('Test', message), signal)),
    testEmail: (target, subject, message) =>
      inTime(ports, (signal) => sendEmail(ports.email, target, test(subject, message), signal)),
    failing: () => lines.filter(({ courier }) => courier.failing() !== null).map(({ name }) => name),
    stop() {
      unsubscribe();
      for (const { courier } of lines) courier.stop();
    },
  };
}

/** A channel with its courier and what is wanted on it. */
interface Line {
  readonly name: string;
  readonly courier: Courier;
  wanted(): ReadonlySet<AlertEvent>;
  renew(): void;
}

interface LineOptions extends Channel {
  readonly settings: () => { readonly enabled: boolean; readonly alert_events: string };
}

function openLine({ ports, log, notify }: AlertsOptions, { settings, ...channel }: LineOptions): Line {
  const { name } = channel;
  const courier = createCourier({
    channel,
    clock: ports.clock,
    onOutage(reason) {
      log('WARNING', 'alert', `${name} alerts fail: ${reason}`);
      notify(`${name} alerts fail`, `${reason}; they are tried again and nothing else waits for them`);
    },
    onRecovery: () => log('INFO', 'alert', `${name} alerts go out again`),
  });
  const read = () => eventsIn(settings().enabled ? settings().alert_events : '');
  let wanted = read();
  return {
    name,
    courier,
    wanted: () => wanted,
    renew() {
      wanted = read();
      courier.renew(settings().enabled);
    },
  };
}

/** A test message, given up after as long as any other. */
async function inTime({ clock }: AlertPorts, deliver: (signal: AbortSignal) => Promise<Delivery>): Promise<Delivery> {
  const attempt = new AbortController();
  const disarm = clock.after(DELIVERY_MS, () => attempt.abort());
  const delivery = await deliver(attempt.signal);
  disarm();
  return delivery;
}
