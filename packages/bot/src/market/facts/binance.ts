import { type ExchangeFacts, tiersOf } from './exchange-facts.ts';

const docs = { source: 'binance-spot-api-docs, change log', date: '2026-07-21' } as const;

export const binanceFacts: ExchangeFacts = {
  name: 'binance',
  title: 'Binance',
  regions: {
    global: {
      title: 'binance.com',
      rest: 'https://api.binance.com',
      stream: 'wss://stream.binance.com:9443',
      ...docs,
    },
    data: {
      title: 'public data of binance.com, also where binance.com answers 451',
      rest: 'https://data-api.binance.vision',
      stream: 'wss://data-stream.binance.vision',
      ...docs,
    },
    us: {
      title: 'Binance.US',
      rest: 'https://api.binance.us',
      stream: 'wss://stream.binance.us:9443',
      source: 'ccxt 4.5.84',
      date: '2026-09-25',
    },
  },
  fallback: 'data',
  limits: {
    // Of 1,024 streams that a connection may have, with those of changes.
    marketsOfConnection: 850,
    mostConnections: 3,
    marketsOfMessage: 200,
    // 5 messages a second; a ping and a pong may be among them.
    pauseMs: 350,
    requests: '6,000 weight a minute and address',
    ...docs,
  },
  forms: {
    acknowledged: '{"result":null,"id":1}',
    refused: '{"code":2,"msg":"Invalid request: …","id":1}',
    tooMany: '429 or 418 with Retry-After, or "banned until <ms>"',
    unknownMarket: '400 with {"code":-1121,"msg":"Invalid symbol."}',
    ...docs,
  },
  fees: {
    feeCurrency: 'received',
    markets: 'own',
    tiers: tiersOf([
      ['Regular', 0.1, 0.1],
      ['VIP 1', 0.09, 0.1],
      ['VIP 2', 0.08, 0.1],
      ['VIP 3', 0.042, 0.06],
      ['VIP 4', 0.042, 0.054],
      ['VIP 5', 0.036, 0.048],
      ['VIP 6', 0.03, 0.042],
      ['VIP 7', 0.024, 0.036],
      ['VIP 8', 0.018, 0.03],
      ['VIP 9', 0.012, 0.024],
    ]),
    source: 'third parties; of two versions the dearer figure',
    date: '2026-11-21',
  },
  rules: {
    fields: [
      'PRICE_FILTER.tickSize',
      'LOT_SIZE.stepSize',
      'LOT_SIZE.minQty',
      'LOT_SIZE.maxQty',
      'MARKET_LOT_SIZE.maxQty',
      'NOTIONAL.minNotional',
      'NOTIONAL.maxNotional',
      'PERCENT_PRICE_BY_SIDE.bidMultiplierUp',
      'PERCENT_PRICE_BY_SIDE.bidMultiplierDown',
      'PERCENT_PRICE_BY_SIDE.askMultiplierUp',
      'PERCENT_PRICE_BY_SIDE.askMultiplierDown',
      'status',
    ],
    remark:
      'MARKET_LOT_SIZE holds for market orders by hand: the bot sends limit orders. NOTIONAL.maxNotional holds for both, also where applyMaxToMarket is false. Bands of PERCENT_PRICE are taken around the best price, not the average. No field says which markets are free of fees.',
    ...docs,
  },
};
