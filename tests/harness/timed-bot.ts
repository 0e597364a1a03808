import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { createBot } from '@triquad/bot';
import { createVirtualClock } from '../../packages/bot/src/model/clock.ts';
import program from '../../packages/cli/package.json' with { type: 'json' };
import { type Bot, call, temporaryFolder } from './bot.ts';
import { type StandingCycle, startStandingCycle } from './exchanges/standing-cycle.ts';
import { repository } from './recorded-data.ts';

/** What falls due within so many ms meets what has arrived before. */
const STEP_MS = 20;
/** Steps after which the answers that a test waits for are read again. */
const STEPS_OF_A_READING = 5;

/** A bot in this process on a clock of its own, which never runs ahead of the machine's work. */
export type TimedBot = Pick<Bot, 'url' | 'token' | 'loginLink' | 'dataDir' | 'call'> &
  AsyncDisposable & {
    /** Its only exchange, on the same clock; a bot over a simulated market does not use it. */
    readonly market: StandingCycle;
    /** Its UTC milliseconds. */
    now(): number;
    /** Time stands still, and passes by `pass` and `until` alone. */
    hold(): Promise<void>;
    /** Time passes as on this machine, or slower. */
    run(): void;
    pass(ms: number): Promise<void>;
    /** Stops it, and starts it again on its data and its port once `between` has resolved. */
    restart(between: () => Promise<unknown>): Promise<void>;
    /** Time passes until an answer is accepted, which it resolves to. */
    until<T>(read: () => Promise<T>, accepts: (answer: T) => boolean): Promise<T>;
  };

export type TimedBotOptions = {
  /** Seed of a simulated market in place of the cycle that stands. */
  readonly seed?: number;
  readonly config?: object;
  readonly autostart?: boolean;
  readonly recordInputs?: boolean;
};

/** Starts a bot whose time runs. */
export async function startTimedBot(options: TimedBotOptions = {}): Promise<TimedBot> {
  const { seed, config, autostart = false, recordInputs = false } = options;
  const clock = createVirtualClock(Date.now());
  const market = await startStandingCycle(clock);
  const dataDir = temporaryFolder();
  const create = (port: number) =>
    createBot({
      ...{ version: program.version, host: '127.0.0.1', port, dataDir, autostart, clock },
      // Nobody else takes what an order finds.
      config: { paper: { conditions: 'practice' }, ...config },
      market:
        seed === undefined
          ? { source: 'exchange', exchanges: ['binance'], places: { binance: market.url } }
          : { source: 'simulated', seed, speed: 1 },
      recordInputs,
      logLevel: 'info',
      dashboardDir: join(repository, 'packages', 'web', 'dist'),
    });
  let bot = create(0);
  let ended: Promise<void> | null = null;
  let runs = false;
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      await clock.advance(STEP_MS);
      // One turn for the exchange, one for the bot.
      await setImmediate();
      await setImmediate();
    }
  };
  const hold = async (): Promise<void> => {
    runs = false;
    await ended;
    ended = null;
  };
  const run = (): void => {
    runs = true;
    ended ??= (async () => {
      while (runs) {
        await pass(STEP_MS);
        await setTimeout(STEP_MS);
      }
    })();
  };
  const whileHeld = async <T>(work: () => Promise<T>): Promise<T> => {
    const wasRunning = runs;
    await hold();
    const answer = await work();
    if (wasRunning) run();
    return answer;
  };
  run();
  await bot.start();
  const token = readFileSync(join(dataDir, 'admin.token'), 'utf8').trim();
  const { address, loginUrl } = bot;
  return {
    ...{ url: address, token, loginLink: loginUrl, dataDir, market, now: clock.now, hold, run },
    call: (method, path, body) => call(`${address}/api/v1${path}`, token, method, body),
    pass: (ms) => whileHeld(() => pass(ms)),
    restart: async (between) => {
      await bot.stop();
      await between();
      bot = create(Number(new URL(address).port));
      await bot.start();
    },
    until: (read, accepts) =>
      whileHeld(async () => {
        for (;;) {
          const answer = await read();
          if (accepts(answer)) return answer;
          await pass(STEPS_OF_A_READING * STEP_MS);
        }
      }),
    [Symbol.asyncDispose]: async () => {
      run();
      await bot.stop();
      await hold();
      await market[Symbol.asyncDispose]();
    },
  };
}
