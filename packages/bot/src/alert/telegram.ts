import type { Batch } from './batch.ts';
import { type Delivery, permanent, transient } from './channel.ts';

/** As much of `fetch` as the Bot API takes. */
export type FetchLike = (
  url: string,
  init: {
    method: 'POST';
    headers: Record<string, string>;
    body: string;
    redirect: 'error';
    signal: AbortSignal;
  },
) => Promise<{ readonly status: number; json(): Promise<unknown> }>;

export interface TelegramPorts {
  readonly fetch: FetchLike;
  /** `https://api.telegram.org`, without a slash at its end. */
  readonly base: string;
}

export interface TelegramTarget {
  readonly bot_token: string;
  readonly chat_id: string;
}

/** `123456789:AA…`; it becomes part of a path, so nothing else may stand in it. */
const TOKEN_FORM = /^\d{1,20}:[A-Za-z0-9_-]{1,128}$/;

export const isBotToken = (text: string): boolean => TOKEN_FORM.test(text);

/** Sends one message through the Bot API. Never rejects. */
export async function sendTelegram(
  { fetch, base }: TelegramPorts,
  { bot_token, chat_id }: TelegramTarget,
  batch: Batch,
  signal: AbortSignal,
): Promise<Delivery> {
  if (!isBotToken(bot_token)) return permanent('the bot token is missing or has not the form of one');
  if (chat_id === '') return permanent('the chat id is missing');
  try {
    const response = await fetch(`${base}/bot${bot_token}/sendMessage`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        chat_id,
        text: telegramText(batch),
        parse_mode: 'HTML',
        link_preview_options: { is_disabled: true },
      }),
      redirect: 'error',
      signal,
    });
    return outcome(response.status, await response.json().catch(() => null));
  } catch {
    return transient(signal.aborted ? 'Telegram did not answer in time' : 'Telegram cannot be reached');
  }
}

function outcome(status: number, body: unknown): Delivery {
  if (status === 200 && isObject(body) && body.ok === true) return { ok: true };
  if (status === 401 || status === 404) return permanent('Telegram does not know the bot token');
  if (status === 403) return permanent('the bot may not write to this chat; write to it first');
  if (status === 400) return permanent('Telegram refuses the message; look at the chat id');
  if (status === 429) {
    const parameters = isObject(body) ? body.parameters : null;
    const seconds = isObject(parameters) ? Number(parameters.retry_after) : Number.NaN;
    return transient('Telegram asks for fewer messages', { retryAfterMs: seconds > 0 ? seconds * 1000 : null });
  }
  return transient('Telegram is not available');
}

/** Bot API, HTML style: only these three have a meaning in text. Far below the 4,096 characters a message may have. */
export function telegramText({ mode, title, lines }: Batch): string {
  return [`<b>${escaped(mode)}</b> ${escaped(title)}`, ...lines.map(escaped)].join('\n');
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
