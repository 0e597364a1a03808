import { type OpportunityRecord, paperProvenance } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { createVirtualClock } from '../model/clock.ts';
import type { EngineEvent, NotificationRaised } from '../model/event.ts';
import { noEmail, noTelegram } from '../vault/records.ts';
import { type AlertSettings, createAlerts } from './alerts.ts';
import { startBotApi } from './bot-api.suite.ts';
import { MAIL_USER, startMailServer } from './mail-server.suite.ts';
import type { Mark } from './sender.ts';

const START = Date.UTC(2026, 0, 31, 12);
const SECOND_MS = 1_000;
const TOKEN = '123456789:AAcanary_token-0123456789abcdefghi';
const PASSWORD = 'canary-mail-password';
const EVERYTHING = 'opportunity,execution,failure,stop_loss,circuit_breaker';

/** What earlier processes left: their notifications, newest first, and how far each channel had told them. */
interface Left {
  readonly notifications?: readonly NotificationRaised[];
  readonly told?: Map<string, Mark>;
}

async function given({ notifications: before = [], told: marks = new Map() }: Left = {}) {
  await using opened = new AsyncDisposableStack();
  const api = opened.use(await startBotApi(TOKEN));
  const mail = opened.use(await startMailServer('starttls', PASSWORD));
  const clock = createVirtualClock(START);
  const settings: { -readonly [K in keyof AlertSettings]: AlertSettings[K] } = {
    telegram: { ...noTelegram, enabled: true, bot_token: TOKEN, chat_id: '7', alert_events: EVERYTHING },
    email: {
      enabled: true,
      smtp_host: '127.0.0.1',
      smtp_port: mail.port,
      smtp_user: MAIL_USER,
      smtp_password: PASSWORD,
      from_email: 'bot@example.org',
      to_email: 'ana@example.org',
      alert_events: EVERYTHING,
    },
  };
  const listeners = new Set<(event: EngineEvent) => void>();
  const log: string[] = [];
  const notifications: string[] = [];
  const all = [...before];
  const alerts = createAlerts({
    ports: {
      telegram: { fetch: (url, init) => fetch(url, init), base: api.base },
      email: { implicitTls: new Set(), trusted: mail.cert },
      clock,
    },
    settings: () => settings,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    mode: () => 'paper',
    log: (level, source, message) => log.push(`${level} ${source} ${message}`),
    notify: ({ title, message }) => notifications.push(`${title}: ${message}`),
    notifications: () => all,
    sent: {
      upTo: (channel) => marks.get(channel) ?? null,
      note: (channel, { id, at }) => marks.set(channel, { id, at }),
    },
  });
  opened.defer(alerts.stop);
  const tell = (event: EngineEvent) => {
    if (event.type === 'NotificationRaised') all.unshift(event);
    for (const listener of listeners) listener(event);
  };
  const resources = opened.move();
  return {
    api,
    mail,
    clock,
    settings,
    alerts,
    tell,
    log,
    notifications,
    listeners,
    marks,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

const raised = (notification_type: string, title: string, extra_data = {}): NotificationRaised => ({
  type: 'NotificationRaised',
  id: 'n',
  notification_type,
  level: 'error',
  title,
  message: 'USDT → BTC on binance: -$1.20',
  source: 'execution',
  extra_data,
  at: START,
});

const detected = (n: number): EngineEvent => ({
  type: 'OpportunityDetected',
  opportunity: {
    provenance: paperProvenance('practice', 'binance', 'practice'),
    id: String(n),
    type: 'TRI',
    exchange: 'binance',
    symbols: ['USDT', 'BTC', 'ETH', 'USDT'],
    profit_pct: 0.82,
    profit_usd: 8.21,
    capital_required: 1000,
  } as OpportunityRecord,
  at: START + n,
});

test('a thousand events are one message on each channel, with amounts and the mode first', async () => {
  await using bot = await given();
  const { api, mail, clock, tell } = bot;
  for (let n = 0; n < 990; n += 1) tell(detected(n));
  for (let n = 0; n < 9; n += 1) tell(raised('failure', 'Cycle <b>unwound</b>'));
  tell(raised('stop_loss', 'Bot halted'));
  await clock.advance(2 * SECOND_MS);
  await Promise.all([api.called(1), mail.received(1)]);
  await clock.advance(10 * SECOND_MS);
  expect(api.calls).toHaveLength(1);
  expect(mail.mails).toHaveLength(1);
  const lines = api.calls[0]?.body.text.split('\n') ?? [];
  expect(lines.slice(0, 3)).toEqual([
    '<b>PAPER</b> 1000 alerts: 1 stop_loss, 9 failure, 990 opportunity',
    '12:00:00 Bot halted: USDT → BTC on binance: -$1.20',
    '12:00:00 Cycle &lt;b&gt;unwound&lt;/b&gt;: USDT → BTC on binance: -$1.20',
  ]);
  expect(lines.slice(-2)).toEqual(['… and 990 more', '2026-01-31 UTC']);
  expect(mail.mails[0]?.text).toMatch(/^Subject: PAPER: 1000 alerts: 1 stop_loss, 9 failure, 990 opportunity\r$/m);
});

test('an opportunity and an execution in one line each', async () => {
  await using bot = await given();
  const { api, clock, tell } = bot;
  tell(detected(0));
  await clock.advance(2 * SECOND_MS);
  await api.called(1);
  expect(api.calls[0]?.body.text).toBe(
    '<b>PAPER</b> Opportunity\nTRI USDT → BTC → ETH → USDT on binance: +0.820 %, $8.21 on $1000.00 (practice · invented)\n2026-01-31 12:00:00 UTC',
  );
});

test('what is not asked for is not told, live is called live, and lists can change', async () => {
  await using bot = await given();
  const { api, mail, clock, settings, alerts, tell } = bot;
  settings.telegram = { ...settings.telegram, alert_events: 'failure, stop_loss' };
  settings.email = { ...noEmail };
  alerts.renew();
  for (const type of ['execution', 'circuit_breaker', 'bot', 'alert', 'opportunity', 'toString'])
    tell(raised(type, type));
  tell(detected(0));
  tell(raised('failure', 'Cycle unwound', { mode: 'live' }));
  await clock.advance(2 * SECOND_MS);
  await api.called(1);
  expect(api.calls[0]?.body.text).toBe(
    '<b>LIVE</b> Cycle unwound\nUSDT → BTC on binance: -$1.20\n2026-01-31 12:00:00 UTC',
  );
  settings.telegram = { ...settings.telegram, enabled: false };
  alerts.renew();
  tell(raised('failure', 'Cycle unwound'));
  await clock.advance(600 * SECOND_MS);
  expect([api.calls.length, mail.mails.length]).toEqual([1, 0]);
});

test('a failing channel is reported once, without a secret, and delays no other', async () => {
  await using bot = await given();
  const { api, mail, clock, alerts, settings, tell, log, notifications } = bot;
  settings.telegram = { ...settings.telegram, bot_token: TOKEN.replace('canary', 'other_canary') };
  alerts.renew();
  tell(raised('failure', 'Cycle unwound'));
  await clock.advance(2 * SECOND_MS);
  await Promise.all([api.called(1), mail.received(1)]);
  const failed = new Promise<void>((resolve) => {
    const look = () => (alerts.failing().length > 0 ? resolve() : setImmediate(look));
    look();
  });
  await failed;
  expect(alerts.failing()).toEqual(['Telegram']);
  expect(log).toEqual(['WARNING alert Telegram alerts fail: Telegram does not know the bot token']);
  expect(notifications).toEqual([
    'Telegram alerts fail: Telegram does not know the bot token; they are tried again and nothing else waits for them',
  ]);
  expect([...log, ...notifications].join()).not.toMatch(/canary/);
});

test('tests go out at once and say what became of them', async () => {
  await using bot = await given();
  const { api, mail, alerts, settings, listeners } = bot;
  expect(await alerts.testTelegram({ bot_token: TOKEN, chat_id: '9' }, 'Hello <you>')).toEqual({ ok: true });
  expect(api.calls.map(({ body }) => [body.chat_id, body.text])).toEqual([
    ['9', '<b>PAPER</b> Test\nHello &lt;you&gt;'],
  ]);
  expect(await alerts.testEmail(settings.email, 'Is this on?', 'Hello')).toEqual({ ok: true });
  expect(mail.mails[0]?.text).toMatch(/^Subject: PAPER: Is this on\?\r$/m);
  expect(await alerts.testEmail({ ...settings.email, smtp_password: 'wrong' }, 'x', 'y')).toMatchObject({ ok: false });
  await alerts.stop();
  expect(listeners.size).toBe(0);
});

const numbered = (id: string, type: string): NotificationRaised => ({ ...raised(type, `${type} ${id}`), id });

test('what waits at the end goes out, and the next process has nothing more to tell', async () => {
  await using bot = await given();
  const { api, mail, clock, tell, alerts, marks } = bot;
  tell(numbered('1', 'failure'));
  await clock.advance(2 * SECOND_MS);
  await Promise.all([api.called(1), mail.received(1)]);
  tell(numbered('2', 'execution'));
  tell(numbered('3', 'stop_loss'));
  await alerts.stop();
  expect([api.calls.length, mail.mails.length]).toEqual([2, 2]);
  expect([...marks]).toEqual([
    ['Telegram', { id: '3', at: START }],
    ['E-mail', { id: '3', at: START }],
  ]);
  const notifications = ['3', '2', '1'].map((id) => numbered(id, 'stop_loss'));
  await using next = await given({ notifications, told: marks });
  await next.clock.advance(600 * SECOND_MS);
  expect(next.api.calls).toEqual([]);
});

test('what is important and was never told is told by the next process, once, as late', async () => {
  const notifications = [
    ...['execution', 'failure', 'alert'].map((type, place) => numbered(String(5 - place), type)),
    ...['circuit_breaker', 'failure'].map((type, place) => numbered(String(2 - place), type)),
  ];
  const marks = new Map([['Telegram', { id: '1', at: START }]]);
  await using bot = await given({ notifications, told: marks });
  await bot.clock.advance(2 * SECOND_MS);
  await bot.api.called(1);
  expect(bot.api.calls[0]?.body.text.split('\n')).toEqual([
    '<b>PAPER</b> 2 alerts: 1 circuit_breaker, 1 failure',
    '12:00:00 (told late) circuit_breaker 2: USDT → BTC on binance: -$1.20',
    '12:00:00 (told late) failure 4: USDT → BTC on binance: -$1.20',
    '2026-01-31 UTC',
  ]);
  // E-mail was never noted: it begins with what comes.
  await bot.alerts.stop();
  expect([bot.mail.mails.length, [...bot.marks].sort()]).toEqual([
    0,
    [
      ['E-mail', { id: '5', at: START }],
      ['Telegram', { id: '4', at: START }],
    ],
  ]);
  await using next = await given({ notifications, told: marks });
  await next.clock.advance(600 * SECOND_MS);
  expect([next.api.calls, next.marks.get('Telegram')?.id]).toEqual([[], '5']);
});

test('what is not wanted, or while a channel is off, is not told later either', async () => {
  const marks = new Map([['Telegram', { id: '0', at: START - 1 }]]);
  await using bot = await given({ told: marks });
  bot.settings.telegram = { ...bot.settings.telegram, alert_events: 'stop_loss' };
  bot.alerts.renew();
  bot.tell(numbered('1', 'failure'));
  expect(marks.get('Telegram')?.id).toBe('1');
  bot.settings.telegram = { ...bot.settings.telegram, enabled: false };
  bot.alerts.renew();
  bot.tell(numbered('2', 'stop_loss'));
  expect(marks.get('Telegram')?.id).toBe('2');
});
