import { expect, test } from 'vitest';
import { type BotApi, startBotApi } from './bot-api.suite.ts';
import { sendTelegram, telegramText } from './telegram.ts';

const TOKEN = '123456789:AAcanary_token-0123456789abcdefghi';
const target = { bot_token: TOKEN, chat_id: '-100200300' };
const batch = { mode: 'PAPER', title: 'Cycle completed', lines: ['USDT → BTC on binance: $1.23'] };

const send = ({ base }: Pick<BotApi, 'base'>, to = target, message = batch, signal = new AbortController().signal) =>
  sendTelegram({ fetch: (url, init) => fetch(url, init), base }, to, message, signal);

test('a message goes to its chat by the Bot API', async () => {
  await using api = await startBotApi(TOKEN);
  expect(await send(api)).toEqual({ ok: true });
  expect(api.calls).toEqual([
    {
      path: `/bot${TOKEN}/sendMessage`,
      body: {
        chat_id: '-100200300',
        text: '<b>PAPER</b> Cycle completed\nUSDT → BTC on binance: $1.23',
        parse_mode: 'HTML',
        link_preview_options: { is_disabled: true },
      },
    },
  ]);
});

test('names cannot be markup', () => {
  const text = telegramText({ mode: 'LIVE', title: '<b>&', lines: ['<a href="tg://x">click</a> &lt;'] });
  expect(text).toBe('<b>LIVE</b> &lt;b&gt;&amp;\n&lt;a href="tg://x"&gt;click&lt;/a&gt; &amp;lt;');
});

const refused = (kind: string, reason: string, retryAfterMs: number | null = null) => ({
  code: null,
  ok: false,
  kind,
  reason,
  retryAfterMs,
});

test.each([
  [
    'asked to slow down',
    { status: 429, body: { ok: false, description: `wait ${TOKEN}`, parameters: { retry_after: 17 } } },
    refused('transient', 'Telegram asks for fewer messages', 17_000),
  ],
  ['asked to slow down without a time', { status: 429 }, refused('transient', 'Telegram asks for fewer messages')],
  ['unknown to it', { status: 401 }, refused('permanent', 'Telegram does not know the bot token')],
  ['no bot of this form', { status: 404 }, refused('permanent', 'Telegram does not know the bot token')],
  [
    'a stranger in the chat',
    { status: 403, body: { description: 'Forbidden: bot was blocked by the user' } },
    refused('permanent', 'the bot may not write to this chat; write to it first'),
  ],
  [
    'without that chat',
    { status: 400, body: { description: 'Bad Request: chat not found' } },
    refused('permanent', 'Telegram refuses the message; look at the chat id'),
  ],
  ['met by a failure', { status: 502, body: 'no' }, refused('transient', 'Telegram is not available')],
  ['told yes in an unknown form', { status: 200, body: 'yes' }, refused('transient', 'Telegram is not available')],
  [
    'sent elsewhere',
    { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
    refused('transient', 'Telegram cannot be reached'),
  ],
  ['cut off', null, refused('transient', 'Telegram cannot be reached')],
])('a bot that is %s', async (_, answer, delivery) => {
  await using api = await startBotApi(TOKEN);
  api.next(answer);
  expect(await send(api)).toEqual(delivery);
  expect(api.calls).toHaveLength(1);
});

test('no answer in time, and no server', async () => {
  await using api = await startBotApi(TOKEN);
  api.next('never');
  const patience = new AbortController();
  const sent = send(api, target, batch, patience.signal);
  await api.called(1);
  patience.abort();
  expect(await sent).toEqual(refused('transient', 'Telegram did not answer in time'));
  expect(await send({ base: 'http://127.0.0.1:1' })).toEqual(refused('transient', 'Telegram cannot be reached'));
});

test('what is no token never becomes part of an address', async () => {
  await using api = await startBotApi(TOKEN);
  for (const bot_token of ['', 'x', '1:a/../../2', `${TOKEN}/x`, `${TOKEN}\n`, '1:ä']) {
    expect(await send(api, { ...target, bot_token })).toMatchObject({ ok: false, kind: 'permanent' });
  }
  expect(await send(api, { ...target, chat_id: '' })).toMatchObject({ ok: false, kind: 'permanent' });
  expect(api.calls).toEqual([]);
});
