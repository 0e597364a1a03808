import { type ExchangeFacts, tiersOf } from './exchange-facts.ts';

const sdk = { source: 'KuCoin Universal SDK', date: '2025-11-01' } as const;

export const kucoinFacts: ExchangeFacts = {
  name: 'kucoin',
  title: 'KuCoin',
  regions: {
    global: { title: 'kucoin.com', rest: 'https://api.kucoin.com', stream: null, ...sdk },
  },
  limits: {
    // Of 300 topics that a connection may have by the strictest of its documents, with those of changes.
    marketsOfConnection: 240,
    mostConnections: 8,
    marketsOfMessage: 100,
    // 100 messages in 10 s.
    pauseMs: 150,
    requests: '2,000 public calls in 30 s and address',
    ...sdk,
  },
  forms: {
    acknowledged: '{"id":"1","type":"ack"}',
    refused: '{"id":"1","type":"error","code":415,"data":"type is not supported"}',
    tooMany: '429 with {"code":"429000"}',
    unknownMarket: '{"code":"900001","msg":"symbol not exists"}',
    ...sdk,
  },
  fees: {
    feeCurrency: 'quote',
    markets: 'scaled',
    tiers: tiersOf([
      ['VIP 0', 0.1, 0.1],
      ['VIP 1', 0.095, 0.1],
      ['VIP 2', 0.09, 0.1],
      ['VIP 3', 0.075, 0.09],
      ['VIP 4', 0.055, 0.075],
      ['VIP 5', 0.035, 0.055],
      ['VIP 6', 0.025, 0.045],
      ['VIP 7', 0.015, 0.042],
      ['VIP 8', 0.01, 0.04],
      ['VIP 9', 0, 0.04],
      ['VIP 10', 0, 0.03],
      ['VIP 11', -0.003, 0.025],
      ['VIP 12', -0.005, 0.025],
    ]),
    groups: {
      1: { title: 'Class A', maker_pct: 0.1, taker_pct: 0.1 },
      2: { title: 'Class B', maker_pct: 0.2, taker_pct: 0.2 },
      3: { title: 'Class C', maker_pct: 0.3, taker_pct: 0.3 },
    },
    source: "KuCoin's page of fees",
    date: '2026-11-21',
  },
  rules: {
    fields: [
      'priceIncrement',
      'baseIncrement',
      'baseMinSize',
      'minFunds',
      'baseMaxSize',
      'quoteMaxSize',
      'priceLimitRate',
      'enableTrading',
      'callauctionIsEnabled',
      'takerFeeCoefficient',
      'makerFeeCoefficient',
      'feeCategory',
    ],
    remark: 'The band of priceLimitRate is taken around the best price.',
    ...sdk,
  },
};
