import { type ExchangeFacts, tiersOf } from './exchange-facts.ts';

const docs = { source: 'Coinbase Developer Platform, Advanced Trade', date: '2026-04-07' } as const;

export const coinbaseFacts: ExchangeFacts = {
  name: 'coinbase',
  title: 'Coinbase',
  regions: {
    global: {
      title: 'coinbase.com',
      rest: 'https://api.coinbase.com',
      stream: 'wss://advanced-trade-ws.coinbase.com',
      ...docs,
    },
  },
  limits: {
    // One lost message voids all books of a connection.
    marketsOfConnection: 50,
    mostConnections: 8,
    marketsOfMessage: 25,
    // 8 messages a second from an address that is not logged in: one of each connection.
    pauseMs: 1_000,
    requests: '10 public calls a second and address',
    ...docs,
  },
  forms: {
    acknowledged: '{"channel":"subscriptions","events":[{"subscriptions":{"level2":["BTC-USD"]}}]}',
    refused: '{"type":"error","message":"…"}',
    tooMany: '429 with {"errors":[{"id":"rate_limit_exceeded"}]}',
    unknownMarket: '404 with {"error":"NOT_FOUND"}',
    ...docs,
  },
  fees: {
    feeCurrency: 'quote',
    markets: 'own',
    tiers: tiersOf([['Advanced 1', 0.6, 1.2]]),
    source: 'ccxt 4.5.84',
    date: '2026-09-25',
  },
  rules: {
    fields: [
      'price_increment',
      'base_increment',
      'base_min_size',
      'quote_min_size',
      'base_max_size',
      'quote_max_size',
      'status',
      'alias',
    ],
    ...docs,
  },
};
