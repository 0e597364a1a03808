import { type ExchangeFacts, tiersOf } from './exchange-facts.ts';

const docs = { source: 'Kraken API centre, change log', date: '2026-06-30' } as const;

export const krakenFacts: ExchangeFacts = {
  name: 'kraken',
  title: 'Kraken',
  regions: {
    global: { title: 'kraken.com', rest: 'https://api.kraken.com', stream: 'wss://ws.kraken.com', ...docs },
  },
  limits: {
    marketsOfConnection: 250,
    mostConnections: 4,
    marketsOfMessage: 100,
    // The limit of messages is not published; this is well below what clients were seen to send.
    pauseMs: 500,
    requests: '1 public call a second and address',
    ...docs,
  },
  forms: {
    acknowledged: '{"method":"subscribe","result":{"channel":"book","symbol":"BTC/USD"},"success":true}',
    refused: '{"error":"Currency pair not supported FOO/USD","method":"subscribe","success":false,"symbol":"FOO/USD"}',
    tooMany: '{"error":["EAPI:Rate limit exceeded"]} with status 200',
    unknownMarket: '{"error":["EQuery:Unknown asset pair"]} with status 200',
    ...docs,
  },
  fees: {
    feeCurrency: 'quote',
    markets: 'own',
    tiers: tiersOf([
      ['$0', 0.25, 0.4],
      ['$10,000', 0.2, 0.35],
      ['$50,000', 0.14, 0.24],
      ['$100,000', 0.12, 0.22],
      ['$250,000', 0.1, 0.2],
      ['$500,000', 0.08, 0.18],
    ]),
    source: 'third parties; of two versions the dearer figure',
    date: '2026-11-21',
  },
  rules: {
    fields: ['tick_size', 'lot_decimals', 'ordermin', 'costmin', 'status', 'wsname (one market for two rows)'],
    ...docs,
  },
};
