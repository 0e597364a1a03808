/** Texts of the conditions of a result; loaded with the screens that show them. */
export const conditions = {
  conditions: {
    title: 'Made under',
    fees: (taker: string, source: string) => `taker ${taker}${source === '' ? '' : ` (${source})`}`,
    sources: {
      configured: 'configured',
      'entry tier': 'entry tier',
      market: 'of the market',
      group: 'of its fee group',
      'unknown group': 'dearest known fee: unknown fee group',
      'unreadable fees': 'dearest known fee: unreadable in the list',
      assumed: 'assumed',
    },
    token: (taker: string, asset: string) => `${taker} paid in ${asset}`,
    names: { practice: 'practice conditions', realistic: 'realistic conditions' },
    orders: (median: string, most: string) => `orders take ${median}${most === '' ? '' : `, 1 in 100 over ${most}`}`,
    at: (exchanges: string, fees: string) => `${exchanges} ${fees}`,
    quotes: (median: string) => `quotes ${median} old`,
    taken: (share: string) => `a competitor first in ${share} of cycles`,
    faults: (share: string) => `${share} of orders refused, over a rate limit or unanswered`,
    commit: (ms: string) => `${ms} to disk`,
    speed: (times: string) => `${times} times as fast`,
    real: 'real orders',
  },
};
