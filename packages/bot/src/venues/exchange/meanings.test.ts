import { expect, test } from 'vitest';
import { exchangeFacts } from '../../market/facts/facts.ts';
import { createVirtualClock } from '../../model/clock.ts';
import type { Instrument } from '../../model/instrument.ts';
import { exchanges } from './exchanges.ts';
import type { Protocol } from './protocol.ts';

const market: Instrument = {
  ...{ exchange: 'any', symbol: 'BTC/USD', base: 'BTC', quote: 'USD', tickSize: 0.01, lotStep: 1e-8 },
  ...{ minQuantity: 0, minNotional: 0, takerFee: 0.001, feeCurrency: 'quote' },
};

/** The protocol of a connection with one market. */
const protocolOf = (exchange: string): Protocol => {
  const dialect = exchanges.get(exchange)?.({ clock: createVirtualClock(0) });
  if (dialect === undefined) throw new Error(`there is no ${exchange}`);
  return dialect.protocolOf([market]);
};
const meaningOf = (exchange: string, text: string) => {
  const { reader, meaningOf: meaning } = protocolOf(exchange);
  const frame = reader.read(new TextEncoder().encode(text));
  return frame.kind === 'control' ? meaning(frame.control) : frame.kind;
};

const failure = (reason: string) => ({ kind: 'failure', reason });
const nothing = { kind: 'nothing' };
const closing = failure('the exchange is about to close the connection');
const isoTimes = '"time_in":"2023-09-25T09:04:31.742599Z","time_out":"2023-09-25T09:04:31.742648Z"';

/** Messages of which the documents know nothing, each near to one that they know. */
const others: readonly (readonly [exchange: string, text: string])[] = [
  ['binance', '{"e":"serverRestart","E":1770123456789}'],
  ['kucoin', '{"id":"1","type":"acknowledged"}'],
  ['okx', '{"event":"subscribed","arg":{"channel":"books5","instId":"BTC-USD"}}'],
  ['kraken', '{"method":"subscribed","result":{"channel":"book","symbol":"BTC/USD"},"success":true}'],
  ['kraken', '{"channel":"statuses"}'],
];
test.each(others)('%s has no such message: %s', (exchange, text) => {
  expect(meaningOf(exchange, text)).toEqual({ kind: 'unknown' });
});

/** Messages as the exchanges' documents quote them. */
const documented: readonly (readonly [exchange: string, text: string, meaning: object])[] = [
  // binance-spot-api-docs of 2026-07-21, web-socket-streams.md.
  ['binance', '{"result":null,"id":1}', { kind: 'acknowledged', ids: ['1'] }],
  [
    'binance',
    '{"result":["btcusdt@aggTrade"],"id":3}',
    failure('a subscription is refused: {"result":["btcusdt@aggTrade"]}'),
  ],
  [
    'binance',
    '{"code":2,"msg":"Invalid request","id":1}',
    failure('a subscription is refused: {"code":2,"msg":"Invalid request"}'),
  ],
  ['binance', '{"code":3,"msg":"Invalid JSON"}', failure('a subscription is refused: {"code":3,"msg":"Invalid JSON"}')],
  ['binance', '{"result":null,"code":2,"id":1}', failure('a subscription is refused: {"result":null,"code":2}')],
  ['binance', '{"error":{"code":2},"id":1}', failure('a subscription is refused: {"code":2}')],
  ['binance', '{"e":"serverShutdown","E":1770123456789}', closing],
  // KuCoin Universal SDK of 2025-11 and its introduction to sockets.
  ['kucoin', '{"id":"hQvf8jkno","type":"welcome"}', { kind: 'welcome' }],
  ['kucoin', '{"id":"1","type":"ack"}', { kind: 'acknowledged', ids: ['1'] }],
  [
    'kucoin',
    '{"id":"1","type":"error","code":415,"data":"type is not supported"}',
    failure('the exchange says: type is not supported'),
  ],
  ['kucoin', '{"type":"error","code":401,"data":"token is expired"}', failure('the exchange says: token is expired')],
  ['kucoin', '{"id":"2","type":"pong","timestamp":1764201234567890}', nothing],
  // OKX API v5 as ccxt 4.5.84 quotes it, and its list of error codes.
  [
    'okx',
    '{"event":"subscribe","arg":{"channel":"books5","instId":"BTC-USD"},"connId":"a4d3ae55"}',
    { kind: 'acknowledged', ids: ['books5:BTC-USD'] },
  ],
  ['okx', '{"event":"unsubscribe","arg":{"channel":"books5","instId":"BTC-USD"},"connId":"a4d3ae55"}', nothing],
  [
    'okx',
    '{"event":"error","msg":"channel:books5,instId:BTC-USD doesn\'t exist","code":"60018","connId":"a4d3ae55"}',
    { kind: 'refused', id: 'books5:BTC-USD', reason: "the exchange says: channel:books5,instId:BTC-USD doesn't exist" },
  ],
  [
    'okx',
    '{"event":"error","msg":"Invalid request","code":"60012","connId":"a4d3ae55"}',
    failure('the exchange says: Invalid request'),
  ],
  [
    'okx',
    '{"event":"notice","code":"64008","msg":"The connection will soon be closed for a service upgrade. Please reconnect.","connId":"a4d3ae55"}',
    closing,
  ],
  ['okx', 'pong', nothing],
  // Kraken API centre: book, status, ping of version 2.
  [
    'kraken',
    `{"method":"subscribe","result":{"channel":"book","depth":10,"snapshot":true,"symbol":"BTC/USD"},"success":true,${isoTimes}}`,
    { kind: 'acknowledged', ids: ['book:BTC/USD'] },
  ],
  [
    'kraken',
    `{"error":"Currency pair not supported BTC/USD","method":"subscribe","success":false,"symbol":"BTC/USD",${isoTimes}}`,
    { kind: 'refused', id: 'book:BTC/USD', reason: 'the exchange says: Currency pair not supported BTC/USD' },
  ],
  [
    'kraken',
    `{"error":"Malformed request","method":"error","success":false,${isoTimes}}`,
    failure('the exchange says: Malformed request'),
  ],
  // The answer repeats the id of its request, which tells the ticker of a market from its book.
  [
    'kraken',
    `{"error":"Currency pair not supported BTC/USD","method":"subscribe","req_id":1,"success":false,"symbol":"BTC/USD",${isoTimes}}`,
    {
      kind: 'refused',
      id: 'ticker:BTC/USD',
      reason: 'the exchange says: Currency pair not supported BTC/USD',
    },
  ],
  ['kraken', '{"error":"Exceeded msg rate"}', failure('the exchange says: Exceeded msg rate')],
  [
    'kraken',
    `{"error":"Subscription Not Found","method":"unsubscribe","success":false,"symbol":"BTC/USD",${isoTimes}}`,
    nothing,
  ],
  ['kraken', `{"method":"pong","req_id":101,${isoTimes}}`, nothing],
  ['kraken', '{"channel":"heartbeat"}', nothing],
  [
    'kraken',
    '{"channel":"status","type":"update","data":[{"version":"2.0.10","system":"online","api_version":"v2","connection_id":1,"upcoming_maintenance":[],"emergency":[]}]}',
    nothing,
  ],
  ...['maintenance', 'cancel_only', 'post_only'].map(
    (system) =>
      [
        'kraken',
        `{"channel":"status","type":"update","data":[{"system":"${system}"}]}`,
        failure(`the exchange is in ${system}`),
      ] as const,
  ),
  // Coinbase Developer Platform: Advanced Trade WebSocket.
  [
    'coinbase',
    '{"channel":"subscriptions","client_id":"","timestamp":"2026-04-07T14:30:00.000000Z","sequence_num":0,"events":[{"subscriptions":{"level2":["BTC-USD"]}}]}',
    { kind: 'acknowledged', ids: ['BTC-USD'] },
  ],
  [
    'coinbase',
    '{"channel":"subscriptions","client_id":"","timestamp":"2026-04-07T14:30:00.000000Z","sequence_num":0,"events":[{"subscriptions":{"heartbeats":["heartbeats"]}}]}',
    nothing,
  ],
  [
    'coinbase',
    '{"channel":"status","client_id":"","timestamp":"2026-04-07T14:30:00.000000Z","sequence_num":0,"events":[{"type":"snapshot","products":[{"product_type":"SPOT","id":"BTC-USD","base_currency":"BTC","quote_currency":"USD","base_increment":"0.00000001","quote_increment":"0.01","display_name":"BTC/USD","status":"online","status_message":"","min_market_funds":"1"}]},{"type":"update","products":[{"id":"ETH-USD","status":"delisted"},{"id":"SOL-USD","status":"online","cancel_only":true},{"id":"ADA-USD"},null]}]}',
    {
      kind: 'states',
      markets: [
        { symbol: 'BTC/USD', halted: null },
        { symbol: 'ETH/USD', halted: 'delisted' },
        { symbol: 'SOL/USD', halted: 'cancel_only' },
      ],
    },
  ],
  ['coinbase', '{"type":"error","message":"rate limit exceeded"}', failure('the exchange says: rate limit exceeded')],
];

test.each(documented)('%s means: %s', (exchange, text, meaning) => {
  expect(meaningOf(exchange, text)).toEqual(meaning);
});

test('the forms in the facts of each exchange are read as what they are', () => {
  const kinds = [...exchangeFacts.values()].map(({ name, forms }) => [
    name,
    ...[forms.acknowledged, forms.refused].map((text) => protocolOf(name).meaningOf(JSON.parse(text))),
  ]);
  const acknowledged = { kind: 'acknowledged', ids: [expect.any(String)] };
  const refused = { kind: expect.stringMatching(/^(refused|failure)$/), reason: expect.any(String) };
  expect(kinds).toEqual([...exchanges.keys()].map((name) => [name, acknowledged, expect.objectContaining(refused)]));
});
