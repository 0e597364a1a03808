import type { Clock } from '../model/clock.ts';
import type { EngineEvent } from '../model/event.ts';
import type { EmailSettings, TelegramSettings } from '../vault/records.ts';
import { alertOf } from './alert.ts';
import { type ChannelContext, openAlertChannel } from './alert-channel.ts';
import type { Batch } from './batch.ts';
import type { Delivery } from './channel.ts';
import { type EmailPorts, type EmailTarget, sendEmail } from './email.ts';
import { DELIVERY_MS } from './sender.ts';
import { sendTelegram, type TelegramPorts, type TelegramTarget } from './telegram.ts';

const MINUTE_MS = 60_000;
/** After a message, before the next ordinary one. */
const PAUSE_MS = { telegram: MINUTE_MS, email: 5 * MINUTE_MS };
/** How long the end of the process waits for what is still to be sent. */
const FINISH_MS = 2_000;

/** What the alerts reach the world by. */
export interface AlertPorts {
  readonly telegram: TelegramPorts;
  readonly email: EmailPorts;
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
}

export interface AlertSettings {
  readonly telegram: TelegramSettings;
  readonly email: EmailSettings;
}

export interface AlertsOptions extends Omit<ChannelContext, 'clock'> {
  readonly ports: AlertPorts;
  /** As they are kept now; asked for at the start and at each `renew`. */
  readonly settings: () => AlertSettings;
  readonly subscribe: (listener: (event: EngineEvent) => void) => () => void;
}

/** Tells the operator by Telegram and e-mail of what the engine tells. Trading never waits for it and never fails by it. */
export interface Alerts {
  /** Follows the settings as they are kept now. */
  renew(): void;
  testTelegram(target: TelegramTarget, message: string): Promise<Delivery>;
  testEmail(target: EmailTarget, subject: string, message: string): Promise<Delivery>;
  /** The channels whose last delivery failed. */
  failing(): readonly string[];
  /** Sends what waits, for two seconds at most: what is important and remains is told by the next process. */
  stop(): Promise<void>;
}

export function createAlerts(options: AlertsOptions): Alerts {
  const { ports, subscribe, mode } = options;
  const context: ChannelContext = { ...options, clock: ports.clock };
  let settings = options.settings();
  const channels = [
    openAlertChannel(context, {
      name: 'Telegram',
      pauseMs: PAUSE_MS.telegram,
      settings: () => settings.telegram,
      deliver: (batch, signal) => sendTelegram(ports.telegram, settings.telegram, batch, signal),
    }),
    openAlertChannel(context, {
      name: 'E-mail',
      pauseMs: PAUSE_MS.email,
      settings: () => settings.email,
      deliver: (batch, signal) => sendEmail(ports.email, settings.email, batch, signal),
    }),
  ];
  const unsubscribe = subscribe((event) => {
    if (event.type === 'NotificationRaised') {
      const alert = alertOf(event, mode());
      for (const channel of channels) channel.handle(alert, event);
    } else if (event.type === 'OpportunityDetected' && channels.some(({ wants }) => wants('opportunity'))) {
      const alert = alertOf(event, mode());
      for (const channel of channels) channel.handle(alert, null);
    }
  });
  const test = (title: string, message: string): Batch => ({ mode: mode().toUpperCase(), title, lines: [message] });

  return {
    renew() {
      settings = options.settings();
      for (const channel of channels) channel.renew();
    },
    testTelegram: (target, message) =>
      inTime(ports, (signal) => sendTelegram(ports.telegram, target, test('Test', message), signal)),
    testEmail: (target, subject, message) =>
      inTime(ports, (signal) => sendEmail(ports.email, target, test(subject, message), signal)),
    failing: () => channels.filter((channel) => channel.failing()).map(({ name }) => name),
    async stop() {
      unsubscribe();
      const deadline = AbortSignal.timeout(FINISH_MS);
      await Promise.all(channels.map((channel) => channel.finish(deadline)));
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
