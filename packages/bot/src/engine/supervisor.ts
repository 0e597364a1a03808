import type { Core } from '../kernel/core.ts';
import type { Reached, ReachedMarket } from '../kernel/port.ts';
import { readableInstruments } from '../market/instrument-rules.ts';
import { type Elapsed, since } from '../model/clock.ts';
import type { AccountEvent } from '../model/exchange.ts';
import type { Instrument } from '../model/instrument.ts';
import type { MarketData } from '../opportunities/market-data.ts';
import type { Recovery } from '../orders/recovery.ts';

type Needs = Pick<Core, 'clock' | 'config' | 'exchanges' | 'outages' | 'markets' | 'log' | 'after' | 'every'>;

/**
 * Brings each exchange in by itself: its markets, its account, its feed, then what was under way there. One that is down,
 * silent or answers rubbish is tried again, at longer and longer intervals, and never keeps the others from starting.
 */
export type Supervisor = {
  /** Tries each exchange once; ends when all have been opened or have failed. */
  open(): Promise<void>;
  /** Lists the markets of an exchange again now, at most once a minute. */
  relist(exchange: string): void;
  /** Goes on with those that are open; `ready` is called once, maybe before this returns. */
  begin(ready: () => void): void;
};

type Parts = {
  readonly core: Needs;
  readonly marketData: MarketData;
  readonly recovery: Recovery;
  readonly hear: (exchange: string, event: AccountEvent) => void;
};

/** How often the markets of an exchange are listed again, and at most, in ms. */
const reloadMs = 600_000;
const leastReloadMs = 60_000;

export const createSupervisor = ({ core, marketData, recovery, hear }: Parts): Supervisor => {
  const opened = new Set<Reached>();
  const reloadedAt = new Map<string, Elapsed>();
  let begun = false;

  const open = async (exchange: Reached): Promise<void> => {
    try {
      if (!core.markets.has(exchange.market.venue))
        marketData.add(exchange.market, await marketsOf(core, exchange.market));
      await recovery.openAccount(exchange.account);
      marketData.open(exchange, hear);
    } catch (error) {
      core.after(core.outages.report(exchange.account.id, reasonOf(error)), () => void open(exchange));
      return;
    }
    if (begun) recovery.settle(exchange.account);
    else opened.add(exchange);
  };

  /** What a feed does not say by itself: whether its markets have changed. Recorded and invented markets never do. */
  const reload = async (market: ReachedMarket): Promise<void> => {
    reloadedAt.set(market.venue, core.clock.monotonic());
    try {
      const instruments = await marketsOf(core, market);
      marketData.process({ type: 'InstrumentsChanged', exchange: market.venue, instruments, at: core.clock.now() });
    } catch (error) {
      core.log('WARNING', 'feed', `${market.venue}: its markets could not be reloaded: ${reasonOf(error)}`);
    }
  };
  core.every(reloadMs, () => {
    for (const { market } of core.exchanges.values())
      if (market.source === 'exchange' && core.markets.has(market.venue)) void reload(market);
  });

  return {
    relist: (name) => {
      const [market, last] = [core.exchanges.get(name)?.market, reloadedAt.get(name)];
      const isDue = last === undefined || since(last, core.clock.monotonic()) >= leastReloadMs;
      if (market?.source === 'exchange' && isDue) void reload(market);
    },
    open: async () => {
      await Promise.all([...core.exchanges.values()].map(open));
    },
    begin: (ready) => {
      begun = true;
      recovery.begin(ready);
      for (const { account } of opened) recovery.settle(account);
    },
  };
};

const marketsOf = async (core: Needs, market: ReachedMarket): Promise<readonly Instrument[]> => {
  const answer = await inTime(core, (ms) => market.instruments(ms));
  const instruments = readableInstruments(answer);
  if (instruments.length === 0) throw new Error('its list of markets cannot be read, or is empty');
  const unreadable = answer.length - instruments.length;
  if (unreadable > 0)
    core.log('WARNING', 'feed', `${market.venue}: ${unreadable} markets cannot be read and are left out`);
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
