import { type ExchangeFacts, tiersOf } from './exchange-facts.ts';

const docs = { source: 'API v5 documents, as ccxt 4.5.84 has them', date: '2026-09-25' } as const;
const changes = {
  source: 'OKX change log of 2026-09-30, as three independent projects cite it',
  date: '2026-11-21',
} as const;

export const okxFacts: ExchangeFacts = {
  name: 'okx',
  title: 'OKX',
  regions: {
    global: { title: 'okx.com', rest: 'https://www.okx.com', stream: 'wss://ws.okx.com', ...changes },
    eea: {
      title: 'European Economic Area',
      rest: 'https://eea.okx.com',
      stream: 'wss://wseea.okx.com',
      ...changes,
    },
    us: { title: 'United States', rest: 'https://us.okx.com', stream: 'wss://wsus.okx.com', ...changes },
  },
  limits: {
    // 480 requests to subscribe an hour and connection: enough for several renewals of all its markets.
    marketsOfConnection: 300,
    mostConnections: 4,
    // 64 KB of arguments in a message.
    marketsOfMessage: 100,
    pauseMs: 350,
    requests: '20 calls for instruments and 40 for books in 2 s',
    ...docs,
  },
  forms: {
    acknowledged: '{"event":"subscribe","arg":{"channel":"books5","instId":"BTC-USDT"}}',
    refused: `{"event":"error","msg":"channel:…,instId:… doesn't exist","code":"60018"}`,
    tooMany: 'code 50011 with any status',
    unknownMarket: `{"code":"51001","msg":"Instrument ID … doesn't exist"}`,
    ...docs,
  },
  fees: {
    feeCurrency: 'received',
    markets: 'own',
    // Dearer than any that was found: for lists without a group, groups that are not known, and regions whose fees are not settled.
    tiers: tiersOf([['Regular', 0.1, 0.15]]),
    groups: {
      14: { title: 'Spot', maker_pct: 0.08, taker_pct: 0.1 },
      11: { title: 'Spot zero', maker_pct: 0, taker_pct: 0 },
    },
    source: "OKX's page of fees, as third parties cite it, and ccxt 4.5.84",
    date: '2026-11-21',
  },
  rules: {
    fields: ['tickSz', 'lotSz', 'minSz', 'maxLmtSz', 'maxMktSz', 'tradeQuoteCcyList', 'groupId', 'state'],
    remark:
      'maxMktSz holds for market orders by hand. maxLmtAmt is not read: it is an amount in USD, and how OKX reckons it is not certain.',
    ...docs,
  },
};
