import { expect, test } from 'vitest';
import { redactor } from './redact.ts';

const redact = redactor(new Set(['kept-secret', 'a"b\\c', 'p/w?&', '"level":', 'xy']));

test.each([
  ['plain kept-secret text', 'plain [redacted] text'],
  ['{"api_key":"abc","pair":"BTC/USDT"}', '{"api_key":"[redacted]","pair":"BTC/USDT"}'],
  [
    '{"apiKey": "a\\"b", "bot_token":"x", "smtp_password":"y"}',
    '{"apiKey":"[redacted]", "bot_token":"[redacted]", "smtp_password":"[redacted]"}',
  ],
  ['{"Authorization":"Bearer abc.def"}', '{"Authorization":"[redacted]"}'],
  ['GET /api?symbol=X&signature=00ff&recvWindow=5', 'GET /api?symbol=X&signature=[redacted]&recvWindow=5'],
  ['sent Bearer abc.def-_~+/=', 'sent Bearer [redacted]'],
  ['{"message":"as a\\"b\\\\c"}', '{"message":"as [redacted]"}'],
  ['{"message":"GET /x?y=p%2Fw%3F%26 xy"}', '{"message":"GET /x?y=[redacted] xy"}'],
  ['{"level":"INFO","message":"\\"level\\":"}', '{"level":"INFO","message":"[redacted]"}'],
  ['{"message":"leg 2 of 3 filled","token_count":3}', '{"message":"leg 2 of 3 filled","token_count":3}'],
])('%s', (line, clean) => {
  expect(redact(line)).toBe(clean);
});
