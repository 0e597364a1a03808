import type { Core } from '../kernel/core.ts';
import type { Exchange, OrderReport } from '../model/exchange.ts';
import type { Instrument } from '../model/instrument.ts';
import type { MarketData } from '../opportunities/market-data.ts';
import type { Recovery } from '../orders/recovery.ts';

type Needs = Pick<Core, 'clock' | 'config' | 'exchanges' | 'outages' | 'markets' | 'log' | 'after'>;

/**
 * Brings each exchange in by itself: its markets, its account, its feed, then what was under way there. One that is down,
 * silent or answers rubbish is tried again, at longer and longer intervals, and never keeps the others from starting.
 */
export type Supervisor = {
  /** Tries each exchange once; ends when all have been opened or have failed. */
  open(): Promise<void>;
  /** Goes on with those that are open; `ready` is called once, maybe before this returns. */
  begin(ready: () => void): void;
};

type Parts = {
  readonly core: Needs;
  readonly marketData: MarketData;
  readonly recovery: Recovery;
  readonly hear: (exchange: string, report: OrderReport) => void;
};

export const createSupervisor = ({ core, marketData, recovery, hear }: Parts): Supervisor => {
  const opened = new Set<Exchange>();
  let begun = false;

  const open = async (exchange: Exchange): Promise<void> => {
    try {
      if (!core.markets.has(exchange.name)) marketData.add(exchange, await marketsOf(core, exchange));
      await recovery.openAccount(exchange);
      marketData.open(exchange, hear);
    } catch (error) {
      core.after(core.outages.report(exchange.name, reasonOf(error)), () => void open(exchange));
      return;
    }
    if (begun) recovery.settle(exchange);
    else opened.add(exchange);
  };

  return {
    open: async () => {
      await Promise.all([...core.exchanges.values()].map(open));
    },
    begin: (ready) => {
      begun = true;
      recovery.begin(ready);
      for (const exchange of opened) recovery.settle(exchange);
    },
  };
};

const marketsOf = async (core: Needs, exchange: Exchange): Promise<readonly Instrument[]> => {
  const answer = await inTime(core, (ms) => exchange.instruments(ms));
  const instruments = readableInstruments(answer);
  if (instruments.length === 0) throw new Error('its list of markets cannot be read, or is empty');
  const unreadable = answer.length - instruments.length;
  if (unreadable > 0)
    core.log('WARNING', 'feed', `${exchange.name}: ${unreadable} markets cannot be read and are left out`);
  return instruments;
};

/** Rejects when the answer is not there in time; what throws at once rejects too. */
const inTime = <T>({ clock, config }: Needs, question: (timeoutMs: number) => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const ms = config().order_timeout_ms;
    const cancel = clock.after(ms, () => reject(new Error('it does not answer')));
    void new Promise<T>((answered) => answered(question(ms))).then(resolve, reject).finally(cancel);
  });

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Those that can be traded by their rules; what an adapter answers instead of a list holds none. */
const readableInstruments = (answer: readonly (Partial<Instrument> | null)[]): readonly Instrument[] =>
  Array.isArray(answer) ? answer.filter(isReadable) : [];

const isReadable = (one: Partial<Instrument> | null): one is Instrument =>
  typeof one === 'object' &&
  one !== null &&
  [one.exchange, one.symbol, one.base, one.quote].every((name) => typeof name === 'string' && name !== '') &&
  isAbove(one.tickSize, 0) &&
  isAbove(one.lotStep, 0) &&
  isAtLeast(one.minQuantity, 0) &&
  isAtLeast(one.minNotional, 0) &&
  isAtLeast(one.takerFee, -1) &&
  (one.takerFee ?? 1) < 1;

const isAbove = (value: number | undefined, least: number): boolean => Number.isFinite(value) && (value ?? 0) > least;
const isAtLeast = (value: number | undefined, least: number): boolean =>
  Number.isFinite(value) && (value ?? 0) >= least;
