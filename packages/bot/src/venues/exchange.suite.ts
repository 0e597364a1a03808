import { BigNumber } from 'bignumber.js';
import { describe, expect, test } from 'vitest';
import type { VirtualClock } from '../model/clock.ts';
import type { Exchange, OrderRef, OrderReport, OrderRequest } from '../model/exchange.ts';
import { totalsOf } from '../orders/reconcile.ts';
import type { ScriptedFeed } from './scripted.suite.ts';

/** An exchange with 10,000 USDT and 1 BTC, trading the scripted instruments, whose books the test writes. */
export type Venue = {
  readonly exchange: Exchange;
  readonly clock: VirtualClock;
  readonly feed: Pick<ScriptedFeed, 'book'>;
  readonly reports: readonly OrderReport[];
};

const timeoutMs = 5_000;
let made = 0;

/** A limit IOC buy of 0.1 BTC at 50,000 unless said otherwise. */
export const request = (change: Partial<OrderRequest> = {}): OrderRequest => ({
  client_order_id: `c-${++made}`,
  symbol: 'BTC/USDT',
  side: 'buy',
  type: 'limit',
  time_in_force: 'IOC',
  quantity: '0.1',
  price: '50000',
  deadline: Number.POSITIVE_INFINITY,
  ...change,
});

/** An order in BTC/USDT of which only our own id is known. */
export const refTo = (client_order_id: string): OrderRef => {
  return { client_order_id, exchange_order_id: null, symbol: 'BTC/USDT', sent_at: 0 };
};

/** The answer, while the clock goes on. */
export const answered = async <T>(clock: VirtualClock, answer: Promise<T>): Promise<T> => {
  await clock.advance(5000);
  return answer;
};

/** What every exchange must do, whatever it speaks. */
export const exchangeSuite = (name: string, open: () => Promise<Venue>): void => {
  const place = async ({ exchange, clock, feed }: Venue, change: Partial<OrderRequest> = {}) => {
    feed.book(
      'BTC/USDT',
      [[49_990, 1]],
      [
        [50_000, 0.06],
        [50_001, 1],
      ],
    );
    const order = request(change);
    const answer = await answered(clock, exchange.account.place(order, timeoutMs));
    return {
      order,
      outcome:
        answer.kind === 'report'
          ? `${answer.report.state} ${answer.report.filled_quantity} for ${answer.report.filled_quote}`
          : answer.kind,
      answer,
    };
  };
  const total = async ({ exchange, clock }: Venue) => {
    const answer = await answered(clock, exchange.account.balances(timeoutMs));
    return answer.kind === 'balances' ? totalsOf(answer.holdings) : answer.kind;
  };

  describe(name, () => {
    test('fills an IOC order as far as its price goes, and cancels the rest', async () => {
      expect((await place(await open())).outcome).toBe('cancelled 0.06 for 3000');
      expect((await place(await open(), { price: '50001' })).outcome).toBe('filled 0.1 for 5000.04');
      expect((await place(await open(), { price: '49999.9' })).outcome).toBe('cancelled 0 for 0');
    });

    test('fills a FOK order whole or not at all', async () => {
      expect((await place(await open(), { time_in_force: 'FOK' })).outcome).toBe('cancelled 0 for 0');
      expect((await place(await open(), { time_in_force: 'FOK', price: '50001' })).outcome).toBe(
        'filled 0.1 for 5000.04',
      );
    });

    test('fills a market order at the best prices', async () => {
      const market = { type: 'market', price: null } as const;
      expect((await place(await open(), market)).outcome).toBe('filled 0.1 for 5000.04');
      expect((await place(await open(), { ...market, side: 'sell', quantity: '0.5' })).outcome).toBe(
        'filled 0.5 for 24995',
      );
    });

    test('moves the money, less the fee out of what is received', async () => {
      const venue = await open();
      await place(venue, { price: '50001' });
      expect(await total(venue)).toEqual({ USDT: '4999.96', BTC: '1.0999' });
      await place(venue, { side: 'sell', price: '49990', quantity: '0.1' });
      expect(await total(venue)).toEqual({
        USDT: new BigNumber('4999.96').plus('4999').minus('4.999').toFixed(),
        BTC: '0.9999',
      });
    });

    test('lets a limit order rest, and reports when it is filled', async () => {
      const venue = await open();
      const { order, outcome } = await place(venue, { time_in_force: 'GTC' });
      expect(outcome).toBe('open 0.06 for 3000');
      venue.feed.book('BTC/USDT', [[49_980, 1]], [[49_985, 0.01]]);
      await venue.clock.advance(1000);
      venue.feed.book('BTC/USDT', [[49_980, 1]], [[49_985, 1]]);
      await venue.clock.advance(1000);
      const told = venue.reports.map(({ client_order_id, state, filled_quantity }) => [
        client_order_id,
        state,
        filled_quantity,
      ]);
      expect(told).toEqual([
        [order.client_order_id, 'open', '0.07'],
        [order.client_order_id, 'filled', '0.1'],
      ]);
    });

    test('finds an order by its client order id, and only then', async () => {
      const venue = await open();
      const { order, answer } = await place(venue);
      const lookUp = (id: string) => answered(venue.clock, venue.exchange.account.lookUp(refTo(id), timeoutMs));
      expect(await lookUp(order.client_order_id)).toEqual(answer);
      expect(await lookUp('another')).toEqual({ kind: 'not-found' });
    });

    test('cancels what rests, once, and gives its money free', async () => {
      const venue = await open();
      const { order } = await place(venue, { time_in_force: 'GTC', price: '49000', quantity: '0.2' });
      const refused = await place(venue, { price: '49000', quantity: '0.1' });
      expect(refused.answer.kind).toBe('refused');
      const cancelled = await answered(
        venue.clock,
        venue.exchange.account.cancel(refTo(order.client_order_id), timeoutMs),
      );
      expect(cancelled).toMatchObject({ kind: 'report', report: { state: 'cancelled', filled_quantity: '0' } });
      expect(
        await answered(venue.clock, venue.exchange.account.cancel(refTo(order.client_order_id), timeoutMs)),
      ).toEqual(cancelled);
      expect((await place(venue, { price: '49000', quantity: '0.1' })).outcome).toBe('cancelled 0 for 0');
    });

    test('refuses what its rules forbid, and nothing comes of it', async () => {
      const venue = await open();
      const refusals: readonly Partial<OrderRequest>[] = [
        { symbol: 'DOGE/USDT' },
        { quantity: '0.000001' },
        { quantity: '0.100001' },
        { price: '50000.05' },
        { quantity: '0.00001' },
        { quantity: '0.3' },
        { side: 'sell', quantity: '1.5' },
        { type: 'market' },
      ];
      for (const change of refusals)
        expect([change, (await place(venue, change)).answer.kind]).toEqual([change, 'refused']);
      expect(await total(venue)).toEqual({ USDT: '10000', BTC: '1' });
    });
  });
};
