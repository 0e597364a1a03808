import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Deposit, external, type Fill, feesPaid, Ledger, traded } from './ledger.ts';

const deposit = (asset: string, amount: string, exchange = 'kraken'): Deposit => ({
  type: 'FundsDeposited',
  exchange,
  mode: 'paper',
  asset,
  amount,
});

const fill = (over: Partial<Fill>): Fill => ({
  type: 'OrderFilled',
  order_id: 'o1',
  exchange: 'kraken',
  mode: 'paper',
  base: 'ETH',
  quote: 'USDT',
  side: 'buy',
  quantity: '0.1',
  quote_quantity: '200.2',
  fees: [{ asset: 'USDT', amount: '0.2002' }],
  ...over,
});

const amounts = (ledger: Ledger) =>
  Object.fromEntries(ledger.snapshot().accounts.map(({ holder, asset, amount }) => [`${holder} ${asset}`, amount]));

describe('the ledger', () => {
  test('books a deposit and both sides of a trade with its fee', () => {
    const ledger = new Ledger();
    ledger.post(1, deposit('USDT', '1000'));
    ledger.post(2, fill({}));
    ledger.post(
      3,
      fill({ side: 'sell', quantity: '0.1', quote_quantity: '201', fees: [{ asset: 'BNB', amount: '0.001' }] }),
    );
    expect(amounts(ledger)).toEqual({
      'EXTERNAL USDT': '-1000',
      'kraken USDT': '1000.5998',
      'TRADED USDT': '-0.8',
      'TRADED ETH': '0',
      'kraken ETH': '0',
      'FEES USDT': '0.2002',
      'kraken BNB': '-0.001',
      'FEES BNB': '0.001',
    });
    expect(ledger.imbalances()).toEqual(new Map());
  });

  test('adds decimals that binary fractions cannot hold', () => {
    const ledger = new Ledger();
    ledger.post(1, deposit('USDT', '0.1'));
    ledger.post(2, deposit('USDT', '0.2'));
    expect(ledger.balance('paper', 'kraken', 'USDT').toFixed()).toBe('0.3');
  });

  test('books each place of the journal once', () => {
    const ledger = new Ledger();
    expect(ledger.post(1, deposit('USDT', '1000'))).toBe(true);
    expect(ledger.post(2, fill({}))).toBe(true);
    const before = ledger.snapshot();
    expect(ledger.post(2, fill({}))).toBe(false);
    expect(ledger.post(1, deposit('USDT', '1000'))).toBe(false);
    expect(ledger.snapshot()).toEqual(before);
  });

  test('keeps modes and exchanges apart', () => {
    const ledger = new Ledger();
    ledger.post(1, deposit('USDT', '5'));
    ledger.post(2, { ...deposit('USDT', '7'), mode: 'live' });
    ledger.post(3, deposit('BTC', '1', 'okx'));
    expect(ledger.balance('paper', 'kraken', 'USDT').toFixed()).toBe('5');
    expect(ledger.balance('live', 'kraken', 'USDT').toFixed()).toBe('7');
    expect(ledger.balance('live', 'okx', 'BTC').toFixed()).toBe('0');
    expect([...ledger.holdings('paper', 'okx')].map(([asset, amount]) => [asset, amount.toFixed()])).toEqual([
      ['BTC', '1'],
    ]);
    expect(ledger.balance('paper', external, 'USDT').toFixed()).toBe('-5');
  });

  test('refuses what is no amount', () => {
    const ledger = new Ledger();
    expect(() => ledger.post(1, deposit('USDT', 'NaN'))).toThrow('NaN USDT is not an amount');
    expect(ledger.snapshot()).toEqual({ seq: 0, accounts: [], market: null, apart: [] });
  });

  test('sums to zero in every asset, and comes back from a snapshot at any point, whatever was booked', () => {
    const amount = fc
      .bigInt({ min: 1n, max: 10n ** 20n })
      .map((units) => `${units / 10n ** 8n}.${`${units % 10n ** 8n}`.padStart(8, '0')}`);
    const asset = fc.constantFrom('USDT', 'BTC', 'ETH', 'BNB');
    const anyFill = fc
      .record({
        base: asset,
        quote: asset,
        side: fc.constantFrom('buy', 'sell'),
        quantity: amount,
        quote_quantity: amount,
        asset,
        fee: amount,
      })
      .map(({ asset: feeAsset, fee, ...rest }) => fill({ ...rest, fees: [{ asset: feeAsset, amount: fee }] }));
    const anyDeposit = fc.record({ asset, amount }).map((given) => deposit(given.asset, given.amount));
    fc.assert(
      fc.property(fc.array(fc.oneof(anyFill, anyDeposit), { maxLength: 30 }), fc.nat(30), (facts, cut) => {
        const whole = new Ledger();
        let resumed = new Ledger();
        facts.forEach((fact, index) => {
          whole.post(index + 1, fact);
          if (index === cut) resumed = Ledger.restore(JSON.parse(JSON.stringify(resumed.snapshot())));
          resumed.post(index + 1, fact);
        });
        expect(whole.imbalances()).toEqual(new Map());
        expect(resumed.snapshot()).toEqual(whole.snapshot());
      }),
    );
  });

  test('shows the gain of a cycle in the account of what was traded', () => {
    const ledger = new Ledger();
    ledger.post(1, fill({ base: 'BTC', quantity: '0.01', quote_quantity: '500', fees: [] }));
    ledger.post(2, fill({ base: 'ETH', quote: 'BTC', quantity: '0.2', quote_quantity: '0.01', fees: [] }));
    ledger.post(
      3,
      fill({ side: 'sell', quantity: '0.2', quote_quantity: '503', fees: [{ asset: 'USDT', amount: '1' }] }),
    );
    expect(ledger.balance('paper', traded, 'USDT').negated().toFixed()).toBe('3');
    expect(ledger.balance('paper', feesPaid, 'USDT').toFixed()).toBe('1');
    expect(ledger.balance('paper', 'kraken', 'USDT').toFixed()).toBe('2');
    expect(ledger.balance('paper', traded, 'BTC').isZero() && ledger.balance('paper', traded, 'ETH').isZero()).toBe(
      true,
    );
  });
});
