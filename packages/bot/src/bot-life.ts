import { type BotOptions, openBot, type Running } from './bot.ts';
import { type Failing, writeLastWords } from './last-words.ts';
import { cannotStart } from './maintenance/examine-life.ts';
import { type MarketChoice, proxyOf } from './market-choice.ts';
import { createMarketDesk } from './market-desk.ts';
import { realClock } from './model/clock.ts';
import { recordingsFolder } from './open-recorder.ts';
import { createReopened, type Reopened } from './reopened.ts';
import type { Role } from './server/access.ts';

export interface Bot {
  /** Resolves once it answers. @throws CannotStart with a line for the operator. */
  start(): Promise<void>;
  /** `http://127.0.0.1:8787`; throws before the start. */
  readonly address: string;
  /** The address with a one-time code that signs a browser in; another code each time. */
  readonly loginUrl: string;
  /** A token for a program that embeds the bot. */
  issueToken(name: string, role: Role): string;
  /** True while a kill could be written to no file of the data directory: a supervisor must not start the bot again. */
  readonly isKillUnkept: boolean;
  /**
   * An error that nothing caught: no order leaves from here on. Returns when the error is in the log and in `failures.jsonl`, or after a
   * second; the caller then ends the process at once. The next start notifies of it.
   */
  fail(error: unknown): void;
  /**
   * Ends feeds, sockets and server, and lets the files go. A bot that was running runs again at the next start.
   * @throws CannotStart in one line where its files cannot be written any more
   */
  stop(): Promise<void>;
}

/** A bot over a data directory: journal, market, paper exchanges, engine and server in one. */
export function createBot(options: BotOptions): Bot {
  let failing: Failing | null = null;
  let wasKillUnkept = false;
  const life: Reopened<Running, MarketChoice | null> = createReopened<Running, MarketChoice | null>({
    first: options.market,
    open: (market, port) => {
      // It was stopped for the change, unless there was nothing to trade before.
      const autostart = options.autostart && (port === null || life.with === null);
      return openBot({ ...options, market, port: port ?? options.port, autostart }, desk, (now) => {
        failing = now;
      });
    },
    onFault: (error) => options.onFault?.(cannotStart(error, options.dataDir)),
  });
  const desk = createMarketDesk({
    isGiven: options.isMarketGiven ?? false,
    places: { ...options.places, ...(options.market?.source === 'exchange' && options.market.places) },
    proxy: proxyOf(options.market),
    proxies: options.proxies,
    adapters: options.exchanges ?? [],
    dataDir: options.dataDir,
    recordings: recordingsFolder(options.dataDir),
    watching: () => life.now,
    replace: life.replace,
    remember: (choice) => options.rememberMarket?.(choice),
  });
  const live = (): Running => {
    if (life.now === null) throw new Error('the bot is not started');
    return life.now;
  };
  return {
    async start() {
      try {
        await life.start();
      } catch (error) {
        throw cannotStart(error, options.dataDir);
      }
    },
    get address() {
      return live().address;
    },
    get loginUrl() {
      return `${live().origin}/login#code=${live().access.issueCode()}`;
    },
    get isKillUnkept() {
      return life.now?.isKillUnkept() ?? wasKillUnkept;
    },
    issueToken: (name, role) => live().access.openSession(name, role).token,
    fail: (error) => {
      failing?.engine?.fail();
      const { now } = options.clock ?? realClock;
      writeLastWords(error, now(), failing && options.dataDir, failing?.redact ?? String);
    },
    async stop() {
      wasKillUnkept = life.now?.isKillUnkept() ?? false;
      try {
        await life.stop();
      } catch (error) {
        throw cannotStart(error, options.dataDir);
      }
    },
  };
}
