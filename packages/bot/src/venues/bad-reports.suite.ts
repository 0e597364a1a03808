import { BigNumber } from 'bignumber.js';
import type { Clock } from '../model/clock.ts';
import type { Exchange, Fee, OrderReport, OrderRequest } from '../model/exchange.ts';
import { type Elapsed, later, since } from '../model/moment.ts';

/** How often an exchange does not say at once what it will say of an order that took something, 0 to 1. */
export type ReportFaults = {
  /** The fee follows. */
  readonly lateFee: number;
  /** It says that the order was cancelled; that it was filled before follows. */
  readonly lateFill: number;
  /** It takes half of the fill back. */
  readonly fall: number;
  /** It says what was filled; for how much of the quote currency follows. */
  readonly lateAmount: number;
  /** It says an amount in quote that turns out to be another one. */
  readonly reprice: number;
  /** How long after the order's end it says so at most, in ms. */
  readonly longestMs: number;
};

export const promptReports: ReportFaults = {
  lateFee: 0,
  lateFill: 0,
  fall: 0,
  lateAmount: 0,
  reprice: 0,
  longestMs: 0,
};

/** Each change is reported once more after this, as by a stream that repeats itself, in ms. */
const repeatMs = 700;

type Fault = (typeof faultNames)[number];
type Told = {
  readonly request: OrderRequest;
  readonly fault: Fault;
  readonly due: Elapsed;
  readonly first: OrderReport;
  readonly last: OrderReport;
};

export type LateExchange = Exchange & {
  /** Not all was said of that order at its end, or not in one report. */
  isLate(clientOrderId: string): boolean;
  /** It has taken a fill back, or will. */
  hasFallen(): boolean;
  /** Ids of orders that it refused for want of what it had taken as a fee and not told yet. */
  readonly refusedForFees: readonly string[];
};

type NamedExecution = NonNullable<OrderReport['executions']>[number];

/** Names the executions of orders, two for each change, as a question answers them: all with their fees. */
const namer = () => {
  const named = new Map<string, readonly NamedExecution[]>();
  return (report: OrderReport): OrderReport => {
    const known = named.get(report.client_order_id) ?? [];
    const booked = known.flatMap(({ fees }) => fees);
    const parts = report.fees.flatMap(({ asset, amount }): readonly (readonly [Fee, Fee])[] => {
      const before = booked.reduce((sum, fee) => (fee.asset === asset ? sum.plus(fee.amount) : sum), new BigNumber(0));
      const added = new BigNumber(amount).minus(before);
      if (!added.isGreaterThan(0)) return [];
      const first = half(added.toFixed());
      return [
        [
          { asset, amount: first },
          { asset, amount: added.minus(first).toFixed() },
        ],
      ];
    });
    const at = known.length;
    const before = known.reduce((sum, { quantity }) => sum.plus(quantity), new BigNumber(0));
    const added = new BigNumber(report.filled_quantity).minus(before);
    const quantities = [half(added.toFixed()), added.minus(half(added.toFixed())).toFixed()];
    const more = [0, 1].map((place) => ({
      id: `t${at + place}`,
      quantity: quantities[place] ?? '0',
      fees: parts.map((both) => both[place] as Fee),
    }));
    const executions = parts.length === 0 ? known : [...known, ...more];
    named.set(report.client_order_id, executions);
    return { ...report, executions };
  };
};

/** As a stream tells it: a report for each execution, with its own fee alone. */
const streamed = (report: OrderReport, isReversed: boolean): readonly OrderReport[] => {
  const { executions = [] } = report;
  if (executions.length === 0) return [report];
  const each = executions.map((one) => ({ ...report, fees: one.fees, executions: [one] }));
  return isReversed ? each.reverse() : each;
};

/** An exchange that says late, or otherwise than before, what became of its orders. What it holds agrees with what it says at any time. */
export const withBadReports = (
  inner: Exchange,
  clock: Clock,
  random: () => number,
  faults: { now: ReportFaults },
  count: (what: string) => void,
  namesExecutions = false,
): LateExchange => {
  const name = namesExecutions ? namer() : (report: OrderReport) => report;
  const { account } = inner;
  const told = new Map<string, Told>();
  const listeners = new Set<(report: OrderReport) => void>();
  const asNow = ({ due, first, last }: Told): OrderReport => (since(clock.monotonic(), due) > 0 ? first : last);

  const shown = (report: OrderReport): OrderReport => {
    const one = told.get(report.client_order_id);
    return one ? asNow(one) : name(report);
  };

  const refusedForFees: string[] = [];
  const noteRefusal = ({ client_order_id, symbol, side, quantity, price }: OrderRequest, reason: string): void => {
    const [, free = '', asset] = /^insufficient balance: (\S+) (\S+)$/.exec(reason) ?? [];
    if (asset === undefined || !symbol.split('/').includes(asset)) return;
    const missing = new BigNumber(quantity).multipliedBy(side === 'sell' ? 1 : (price ?? 0)).minus(free);
    const untold = [...told.values()].filter((one) => asNow(one) === one.first);
    // A fill that nothing has heard of has spent of it, or brought: then the fees alone explain nothing.
    if (untold.some(({ fault, request }) => fault !== 'lateFee' && request.symbol.split('/').includes(asset))) return;
    const fees = untold.flatMap(({ last }) => last.fees.filter((fee) => fee.asset === asset));
    if (missing.isLessThanOrEqualTo(fees.reduce((sum, { amount }) => sum.plus(amount), new BigNumber(0))))
      refusedForFees.push(client_order_id);
  };

  const begin = (request: OrderRequest, report: OrderReport): void => {
    const fault = faultFor(report, random(), faults.now);
    if (fault === null || told.has(request.client_order_id)) return;
    const ms = 50 + random() * faults.now.longestMs;
    const [first, last] = turned(request, name(report), fault, random);
    told.set(request.client_order_id, { request, fault, due: later(clock.monotonic(), ms), first, last });
    count(`reports: ${fault}`);
    for (const wait of [ms, ms + repeatMs])
      clock.after(wait, () => {
        for (const one of streamed(last, wait === ms)) for (const listener of listeners) listener(one);
      });
  };

  const throughShown = async <T extends { readonly kind: string }>(asked: Promise<T>): Promise<T> => {
    const answer = await asked;
    return 'report' in answer ? { ...answer, report: shown(answer.report as OrderReport) } : answer;
  };

  return {
    refusedForFees,
    isLate: (id) => namesExecutions || told.has(id),
    hasFallen: () => [...told.values()].some(({ fault }) => fault === 'fall'),
    market: inner.market,
    account: {
      ...account,
      subscribe: (listener) => {
        const tell = (report: OrderReport): void => listener({ kind: 'report', report });
        listeners.add(tell);
        const stop = account.subscribe((event) => {
          if (event.kind !== 'report') listener(event);
          else for (const one of streamed(shown(event.report), true)) tell(one);
        });
        return () => {
          listeners.delete(tell);
          stop();
        };
      },
      place: async (request, ms) => {
        const answer = await account.place(request, ms);
        if (answer.kind === 'report') begin(request, answer.report);
        if (answer.kind === 'refused') noteRefusal(request, answer.reason);
        return answer.kind === 'report' ? { ...answer, report: shown(answer.report) } : answer;
      },
      lookUp: (ref, ms) => throughShown(account.lookUp(ref, ms)),
      cancel: (ref, ms) => throughShown(account.cancel(ref, ms)),
      openOrders: async (ms) => {
        const answer = await account.openOrders(ms);
        return answer.kind === 'orders' ? { ...answer, orders: answer.orders.map(name) } : answer;
      },
      balances: async (ms) => {
        const answer = await account.balances(ms);
        if (answer.kind !== 'balances') return answer;
        const total = new Map(Object.entries(answer.holdings).map(([asset, { free }]) => [asset, new BigNumber(free)]));
        for (const one of told.values()) {
          // The exchange itself holds what its first word or its last was made from: the larger fill. Only the name of an amount is late.
          post(total, one.request, one.fault === 'fall' ? one.first : one.last, -1);
          post(total, one.request, one.fault === 'lateAmount' ? one.last : asNow(one), 1);
        }
        const holdings = [...total].map(([asset, sum]) => {
          const locked = answer.holdings[asset]?.locked ?? '0';
          return [asset, { free: sum.toFixed(), locked }] as const;
        });
        return { kind: 'balances', holdings: Object.fromEntries(holdings) };
      },
    },
  };
};

const faultNames = ['lateFee', 'lateFill', 'fall', 'lateAmount', 'reprice'] as const;

const faultFor = (report: OrderReport, drawn: number, faults: ReportFaults): Fault | null => {
  if (report.state === 'open' || Number(report.filled_quantity) === 0) return null;
  let below = 0;
  const isDrawn = (fault: Fault): boolean => {
    below += faults[fault];
    return drawn < below;
  };
  return faultNames.find(isDrawn) ?? null;
};

/** What is said first, and at last. */
const turned = (
  request: OrderRequest,
  report: OrderReport,
  fault: Fault,
  random: () => number,
): readonly [OrderReport, OrderReport] => {
  if (fault === 'lateAmount') return [{ ...report, filled_quote: '0' }, report];
  if (fault === 'reprice') {
    return [{ ...report, filled_quote: otherAmount(request, report, random() < 0.5 ? 0.999 : 1.001) }, report];
  }
  const { executions } = report;
  const untold = { ...report, fees: [], ...(executions && { executions: [] }) };
  if (fault === 'lateFee') return [untold, report];
  if (fault === 'lateFill') return [{ ...untold, state: 'cancelled', filled_quantity: '0', filled_quote: '0' }, report];
  const fees = report.fees.map(({ asset, amount }) => ({ asset, amount: half(amount) }));
  const [filled_quantity, filled_quote] = [half(report.filled_quantity), half(report.filled_quote)];
  // Of two executions the second is taken back.
  const kept = executions && { executions: executions.map((one, place) => (place === 0 ? one : { ...one, fees: [] })) };
  return [report, { ...report, state: 'cancelled', filled_quantity, filled_quote, fees, ...kept }];
};

/** Another amount for the same fill, which is no worse than the limit of its order. */
const otherAmount = ({ side, price }: OrderRequest, report: OrderReport, off: number): string => {
  const amount = new BigNumber(report.filled_quote).multipliedBy(off).decimalPlaces(8);
  const atLimit = new BigNumber(report.filled_quantity).multipliedBy(price ?? 0);
  return (side === 'buy' ? BigNumber.min(amount, atLimit) : BigNumber.max(amount, atLimit)).toFixed();
};

const half = (amount: string): string => new BigNumber(amount).dividedBy(2).decimalPlaces(8).toFixed();

/** Adds what a report says to the sums, or takes it out of them. */
const post = (
  total: Map<string, BigNumber>,
  { symbol, side }: OrderRequest,
  { filled_quantity, filled_quote, fees }: OrderReport,
  sign: 1 | -1,
): void => {
  const [base = '', quote = ''] = symbol.split('/');
  const way = side === 'buy' ? sign : -sign;
  const add = (asset: string, amount: BigNumber) => total.set(asset, amount.plus(total.get(asset) ?? 0));
  add(base, new BigNumber(filled_quantity).multipliedBy(way));
  add(quote, new BigNumber(filled_quote).multipliedBy(-way));
  for (const { asset, amount } of fees) add(asset, new BigNumber(amount).multipliedBy(-sign));
};
