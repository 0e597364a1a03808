import { paperProvenance } from '@triquad/core/contract';
import { BigNumber } from 'bignumber.js';
import { describe, expect, test } from 'vitest';
import { walletBalances } from './balances.ts';
import { Ledger } from './ledger.ts';

describe('wallets', () => {
  const ledger = new Ledger();
  const deposits = [
    ['kraken', 'USDT', '100.5'],
    ['kraken', 'BTC', '0.5'],
    ['okx', 'MYSTERY', '3'],
  ] as const;
  deposits.forEach(([exchange, asset, amount], index) => {
    ledger.post(index + 1, { type: 'FundsDeposited', mode: 'paper', exchange, asset, amount });
  });

  test('show what is held, free and reserved, with its value, and no value where there is no price', () => {
    const held = [
      { kind: 'execution', id: 'x', amount: new BigNumber('20') },
      { kind: 'order', id: 'o', amount: new BigNumber('0.25') },
    ] as const;
    const balances = walletBalances({
      cost: (exchange) => (exchange === 'kraken' ? 20_000 : null),
      ledger,
      mode: 'paper',
      provenance: paperProvenance('practice', null, 'practice'),
      exchanges: ['kraken', 'okx', 'binance'],
      reserved: (exchange, asset) => (exchange === 'kraken' && asset === 'USDT' ? held : []),
      residual: [
        { exchange: 'kraken', asset: 'BTC', amount: '0.2' },
        { exchange: 'okx', asset: 'MYSTERY', amount: '1' },
      ],
      dust: [{ exchange: 'kraken', asset: 'BTC', amount: '0.0001' }],
      prices: new Map([
        ['USDT', 1],
        ['BTC', 50_000],
      ]),
      errors: new Map([['okx', 'no answer']]),
      at: Date.UTC(2026, 0, 31, 12),
    });
    const invented = (exchange: string | null) => paperProvenance('practice', exchange, 'practice');
    expect(balances).toEqual({
      provenance: invented(null),
      exchanges: [
        {
          exchange: 'kraken',
          provenance: invented('kraken'),
          total_usd: 25_100.5,
          error: null,
          balances: {
            USDT: {
              total: 100.5,
              free: 80.25,
              reserved: 20.25,
              reserved_by: [
                { kind: 'execution', id: 'x', amount: 20 },
                { kind: 'order', id: 'o', amount: 0.25 },
              ],
              value_usd: 100.5,
              cost_usd: null,
              residual: 0,
              dust: 0,
              usd: 0,
            },
            BTC: {
              total: 0.5,
              free: 0.5,
              reserved: 0,
              reserved_by: [],
              value_usd: 25_000,
              cost_usd: 20_000,
              residual: 0.2,
              dust: 0.0001,
              usd: 10_005,
            },
          },
        },
        {
          exchange: 'okx',
          provenance: invented('okx'),
          total_usd: null,
          error: 'no answer',
          balances: {
            MYSTERY: {
              ...{ total: 3, free: 3, reserved: 0, reserved_by: [], value_usd: null, cost_usd: null },
              ...{ residual: 1, dust: 0 },
            },
          },
        },
        { exchange: 'binance', provenance: invented('binance'), total_usd: null, error: null, balances: {} },
      ],
      total_usd: 25_100.5,
      last_updated: '2026-01-31T12:00:00.000Z',
    });
  });
});
