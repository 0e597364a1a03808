import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Host } from '../host.ts';
import { asked, type Bot, triquad } from '../run-against.ts';

const kraken = { enabled: true, api_key: 'abcdefgh…wxyz', testnet: false, has_secret: true, has_passphrase: false };
const bot: Bot = ({ method, path }) => {
  if (path.includes('available-pairs')) return { status: 200, body: { pairs: ['BTC/USDT'], total_pairs: 1 } };
  if (path.endsWith('/test')) return { status: 200, body: { success: false, message: 'Refused.', latency_ms: 12 } };
  return { status: method === 'DELETE' ? 204 : 200, body: method === 'GET' ? { exchanges: { kraken } } : kraken };
};
const typed = (text: string) => ({ stdin: Readable.from([text]) as unknown as Host['stdin'] });
const sent = ({ calls }: Awaited<ReturnType<typeof triquad>>) => asked(calls).filter(({ method }) => method !== 'GET');

test.each(['exchanges', 'exchanges list', 'exchange list'])('"%s" shows them with masked keys', async (line) => {
  expect((await triquad(line, bot)).out).toBe('NAME    USE  TESTNET  API KEY\nkraken  on   off      abcdefgh…wxyz\n');
});

test('keys come from the standard input and go to the bot; what else is set stays', async () => {
  const one = await triquad('exchanges set KRAKEN --stdin', bot, typed('the-key\nthe-secret\n'));
  expect(sent(one)).toEqual([
    {
      method: 'POST',
      path: '/api/v1/system/exchanges/kraken',
      body: { enabled: true, testnet: false, api_key: 'the-key', api_secret: 'the-secret' },
    },
  ]);
  expect(`${one.out}${one.err}`).not.toContain('the-');
  const other = await triquad('exchanges set okx --stdin --testnet off', bot, typed('k\ns\np'));
  expect(sent(other)).toMatchObject([{ body: { enabled: true, testnet: false, passphrase: 'p' } }]);
});

test('what is not a key changes without the keys', async () => {
  expect(sent(await triquad('exchanges set kraken --keep-keys --use off', bot))).toMatchObject([
    { body: { enabled: false, testnet: false } },
  ]);
});

test.each([
  ['set kraken', '', 'API key cannot be asked for without a terminal'],
  ['set kraken --stdin', 'only-a-key\n', 'the API secret must not be empty'],
  ['set kucoin --stdin', 'k\ns\n', 'the passphrase must not be empty'],
  ['set okx --keep-keys', '', 'okx has no keys yet: leave out --keep-keys'],
  ['set kraken key secret', '', "unexpected argument 'key' for 'exchanges set'"],
  ['remove kraken', '', 'Confirm it with --yes'],
])('"exchanges %s" sends nothing and says why', async (line, text, message) => {
  const one = await triquad(`exchanges ${line}`, bot, typed(text));
  expect({ code: one.code, sent: sent(one) }).toEqual({ code: 2, sent: [] });
  expect(one.err).toContain(message);
});

test('keys that do not work are exit code 1, with the answer as the only output', async () => {
  expect(await triquad('exchanges test kraken', bot)).toMatchObject({
    code: 1,
    out: 'works  no\nsays   Refused.\ntook   12 ms\n',
    err: '',
  });
});

test('markets, one a line; removal after --yes', async () => {
  const { out, calls } = await triquad('exchanges pairs binance --quotes usdt,btc --json', bot);
  expect(JSON.parse(out)).toEqual(['BTC/USDT']);
  expect(calls[0]?.path).toContain('exchange=binance&quote_currencies=USDT%2CBTC');
  expect(sent(await triquad('exchanges remove kraken --yes', bot))).toMatchObject([{ method: 'DELETE' }]);
});
