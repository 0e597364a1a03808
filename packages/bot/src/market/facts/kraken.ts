import { type ExchangeFacts, volumeTiersOf } from './exchange-facts.ts';

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
    tiers: volumeTiersOf([
      [0, 0.25, 0.4],
      [10_000, 0.2, 0.35],
      [50_000, 0.14, 0.24],
      [100_000, 0.12, 0.22],
      [250_000, 0.1, 0.2],
      [500_000, 0.08, 0.18],
      [1_000_000, 0.06, 0.16],
      [2_500_000, 0.04, 0.14],
      [5_000_000, 0.02, 0.12],
      [10_000_000, 0, 0.1],
    ]),
    source: "Kraken's page of fees, as third parties cite it; each market's own table is in the list",
    date: '2026-11-21',
  },
  rules: {
    fields: ['tick_size', 'lot_decimals', 'ordermin', 'costmin', 'status', 'fees', 'fees_maker', 'wsname'],
    remark: 'Two rows of one wsname are one market.',
    ...docs,
  },
};
