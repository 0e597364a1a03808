import type { Attention } from '@triquad/core';
import { expect, test } from 'vitest';
import { en } from '../messages/en.ts';
import { es } from '../messages/es.ts';
import { attentionText } from './attention-text.ts';

const since = null;
const items: Attention[] = [
  { code: 'kill_unconfirmed', severity: 'danger', params: { tries: 3, sent_at: 0 }, since },
  { code: 'halted', severity: 'danger', params: { reason: 'drawdown' }, since },
  { code: 'connection_lost', severity: 'danger', params: { confirmed_at: null }, since },
  { code: 'bot_error', severity: 'danger', params: {}, since },
  { code: 'reducing', severity: 'warning', params: { reason: null }, since },
  { code: 'breaker', severity: 'warning', params: { name: 'clock_skew', reason: 'off', resumes: 'itself' }, since },
  {
    code: 'residual',
    severity: 'danger',
    params: { exchange: 'kraken', asset: 'ETH', amount: 0.0612, value: { usd: 182.4, source: null } },
    since,
  },
  {
    code: 'difference',
    severity: 'danger',
    params: {
      exchange: 'kraken',
      asset: 'BTC',
      amount: '-0.3',
      value: { usd: -18_000, source: null },
      kind: 'unexplained',
    },
    since,
  },
  { code: 'account', severity: 'danger', params: { exchange: 'okx', state: 'down', reason: 'no answer' }, since },
  {
    code: 'limit',
    severity: 'warning',
    params: {
      name: 'daily_volume',
      scope: 'BTC',
      used: 20_500,
      limit: 25_000,
      unit: 'usd',
      provenance: null,
      share: 0.82,
    },
    since,
  },
  {
    code: 'alerts_failing',
    severity: 'warning',
    params: {
      ...{ title: 'E-mail alerts fail', message: 'refused' },
      ...{ code: 'alerts_failing', params: { channel: 'E-mail', reason: 'refused' } },
    },
    since,
  },
];

test('each thing that needs a human has a title with its figures and says what it means', () => {
  expect(items.map((item) => Object.values(attentionText(en, item)).join(' | '))).toEqual([
    'The kill is not confirmed | Sent 3 times. Stop the bot at its machine if you can.',
    'The bot is halted | drawdown',
    'The bot does not answer | Nothing is known of it yet.',
    'The bot reports an error | Logs say what failed.',
    'Only orders that lower exposure are sent | ',
    'Circuit breaker: Clock | off. Resumes by itself once its cause is gone.',
    '0.0612 ETH left on kraken | Worth $182.40. Routes through the asset wait until it is sold or kept.',
    'kraken differs from the ledger: −0.3 BTC | −$18,000.00. Nothing explains it: the account is halted. An administrator may accept it.',
    'okx is down | no answer',
    'BTC · Bought today at 82% | $20,500 of $25,000. When it is full, nothing that needs it is executed.',
    'E-mail alerts fail | refused',
  ]);
});

test('every one of them has Spanish words of its own', () => {
  expect(items.filter((item) => attentionText(es, item).title === attentionText(en, item).title)).toEqual([]);
  const [failing] = items.slice(-1);
  expect(failing && attentionText(es, failing).hint).toBe(
    'E-mail: refused; se vuelven a intentar y nada más las espera',
  );
});
