import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Bot, BotOptions, LogRecord } from '@triquad/bot';
import type { Command } from 'commander';
import settings from '../../package.json' with { type: 'json' };
import { askMarket } from '../ask-market.ts';
import { dataDirectory, tokenFile } from '../data-directory.ts';
import { CommandFailure, type ExitCode, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { maintain } from '../maintain.ts';
import {
  exchangeRegions,
  exchangeUrls,
  largestSeed,
  type Market,
  type MarketOptions,
  market,
  marketChoice,
  type PlaceOptions,
  placesOf,
  proxyOption,
  speed,
} from '../market-option.ts';
import { printable } from '../output.ts';
import { atLeast, days, list, wholeBetween } from '../parse.ts';
import { marketOfStart, type RememberedMarket, rememberMarket, toRemember } from '../remembered-market.ts';
import { webDirectory } from '../web-directory.ts';
import { type CommonOptions, defineCommand, option } from './define-command.ts';
import { usualRecordLimit } from './record.ts';

interface Options extends Omit<MarketOptions, 'market' | 'dataDir' | 'places'>, PlaceOptions {
  readonly market?: Market;
  readonly port: number;
  readonly host: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly trustProxy?: readonly string[];
  readonly publicUrl?: string;
  readonly basePath?: string;
  readonly allowHost?: readonly string[];
  readonly dataDir?: string;
  readonly record?: true;
  readonly recordInputs?: true;
  readonly recordLimit: number;
  readonly adapter?: readonly string[];
  readonly proxy?: string;
  readonly autostart?: true;
  readonly config?: string;
  readonly compactAfter?: number;
  readonly sessionIdle: number;
  readonly logLevel?: 'debug' | 'info' | 'warning' | 'error';
}

const defaultPort = 8787;
const stopLimitMs = 5_000;

/** `triquad serve`: the bot with its dashboard, until interrupted. */
export const serveCommand = (host: Host): Command =>
  defineCommand<Options>(host, {
    name: 'serve',
    description: 'run the bot and its dashboard',
    options: [
      option('--port <number>', 'port, 0 for a free one', wholeBetween(0, 65_535)).default(defaultPort),
      option('--host <address>', 'address to listen on; one that others can reach takes users and TLS').default(
        '127.0.0.1',
      ),
      option('--tls-cert <file>', 'certificate (PEM) to answer https with'),
      option('--tls-key <file>', 'its key (PEM)'),
      option('--trust-proxy <addresses>', 'addresses or networks of the proxies that speak https for it', list),
      option('--public-url <url>', 'https address under which browsers reach it'),
      option('--base-path <path>', 'path that its page and calls begin with behind a proxy, e.g. /bots/a'),
      option('--allow-host <names>', 'further names of the host that probes and scrapers call it by', list),
      option('--data-dir <path>', 'where the bot keeps its data'),
      option(
        '--market <source>',
        'simulated, recorded:<name or path>, or real prices: exchange:<names>, e.g. exchange:binance,okx (default: as triquad market shows, else the dashboard asks)',
        market,
      ),
      option(
        '--exchange-url <name=url>',
        'where an exchange is reached, if not at its own address, e.g. binance=http://127.0.0.1:9000',
        exchangeUrls,
      ),
      option(
        '--exchange-region <name=region>',
        'whose addresses of an exchange are used, e.g. okx=eea or binance=us',
        exchangeRegions,
      ),
      option(
        '--adapter <files>',
        'modules of exchanges that triquad does not know; --market exchange:<venue> names them',
        list,
      ),
      proxyOption(),
      option(
        '--seed <number>',
        'seed of the simulated market (default: another each time)',
        wholeBetween(0, largestSeed),
      ),
      option('--speed <factor>', 'pace of the simulated or recorded market, e.g. 10 or max', speed).default(1),
      option('--record', 'record the prices as they are seen, into its data directory'),
      option('--record-inputs', 'record with them all that enters the engine, for triquad replay'),
      option('--record-limit <GB>', 'delete the oldest files when recordings take more', atLeast(0.001)).default(
        usualRecordLimit,
      ),
      option('--autostart', 'start scanning at once'),
      option('--config <file>', 'JSON with fields of a configuration, which becomes the active one'),
      option(
        '--compact-after <days>',
        'once a day move older facts out of the database, e.g. 90d (default: never)',
        days,
      ),
      option('--session-idle <hours>', 'end sessions that are not used for so long', atLeast(0.1)).default(12),
      option('--log-level <level>', 'least severe log entries that are kept, and printed when this is given').choices([
        'debug',
        'info',
        'warning',
        'error',
      ]),
    ],
    exits: ['conflict', 'ownError', 'killUnkept'],
    examples: [
      ['triquad serve', 'asks what to watch; http://127.0.0.1:8787'],
      ['triquad serve --market simulated --autostart', 'invented prices, paper money, at once'],
      ['triquad serve --market exchange:binance', 'the prices of Binance, paper money'],
      ['triquad serve --market exchange:binance --record', 'and keeps them, for backtests'],
      ['triquad serve --market recorded:quotes.csv.gz --speed 10 --port 9000', 'a recording at ten times its pace'],
    ],
    run: ({ options }) => serve(host, options),
  });

async function serve(host: Host, options: Options & CommonOptions): Promise<void> {
  const { CannotStart, createBot, createProxies, loadAdapters } = await import('@triquad/bot');
  const proxies = createProxies(host.env, options.proxy);
  const failure = (error: unknown): unknown => {
    if (!(error instanceof CannotStart)) return error;
    const { message, otherwise } = error;
    return new CommandFailure(otherwise === null ? message : `${message}; ${otherwise}`, error.exitCode as ExitCode);
  };
  const files = (options.adapter ?? []).map((file) => resolve(file));
  const exchanges = await loadAdapters(files).catch((error) => {
    throw failure(error);
  });
  const dataDir = dataDirectory(options.dataDir);
  const { market: given } = options;
  const places = placesOf(options);
  const reached = places && { places };
  const {
    market: known,
    notice,
    lost,
  } = given === undefined ? await marketOfStart(dataDir) : { market: { market: given }, notice: null, lost: null };
  if (notice !== null) host.stderr.write(`triquad: ${printable(notice)}\n`);
  const isAsked = known === null && host.stdin.isTTY && host.stdout.isTTY === true && !options.json;
  const asked = async (): Promise<RememberedMarket> => {
    const market = await ask(host, dataDir);
    return { market, ...(market.source === 'exchange' && reached) };
  };
  let chosen = isAsked ? await asked() : unasked(known, lost, options);
  const interruption = host.interrupted();
  const { promise: broken, reject: breakDown } = Promise.withResolvers<never>();
  let bot: Bot | null = null;
  host.uncaught((error) => {
    bot?.fail(error);
    return bot?.isKillUnkept === true ? exitCode.killUnkept : exitCode.ownError;
  });
  for (;;) {
    try {
      bot = createBot({
        ...botOptions(host, options, chosen),
        exchanges,
        proxies,
        onFault: (error) => breakDown(failure(error)),
      });
      await bot.start();
      break;
    } catch (error) {
      const isNext = isAsked && chosen?.market.source !== 'simulated' && !interruption.aborted;
      if (!isNext || !(error instanceof CannotStart)) throw failure(error);
      host.stderr.write(`\n${printable(error.message)}\n\n`);
      chosen = await asked();
    }
  }
  if ((isAsked || notice !== null) && chosen !== null) rememberMarket(dataDir, chosen);
  if (lost !== null && chosen === null)
    host.stderr.write(
      `triquad: nothing says what was chosen, and ${printable(lost)} was watched last; choose it again\n`,
    );
  const { address, loginUrl } = bot;
  const token = tokenFile(dataDirectory(options.dataDir));
  const lines = `triquad   ${address}\nsign in   ${loginUrl}   (once; later with the token in ${token})\n`;
  const inBrowser = chosen === null ? 'market    not chosen yet: the dashboard asks what to watch\n' : '';
  host.stdout.write(options.json ? `${JSON.stringify({ url: address, login_url: loginUrl })}\n` : lines + inBrowser);
  await Promise.race([aborted(interruption), broken]);
  // A full disk fails the last write: one line instead of a stack trace.
  const stopping = maintain(() => withinLimit(bot));
  try {
    await stopping;
  } finally {
    refuseToForget(bot);
  }
}

/** @throws CommandFailure whose exit code keeps a supervisor from starting the bot again, where the next start may not know of a kill */
function refuseToForget(bot: Bot): void {
  if (!bot.isKillUnkept) return;
  const message = 'a kill could not be written to the data directory: once its disk is well, start the bot by hand';
  throw new CommandFailure(message, exitCode.killUnkept);
}

/**
 * Market of a start without a question: the remembered one; invented prices if an option needs them or scanning has to start at once; else
 * null, and the dashboard asks.
 */
function unasked(known: RememberedMarket | null, lost: string | null, options: Options): RememberedMarket | null {
  const { seed, speed: pace, autostart } = options;
  const places = placesOf(options);
  const reached = places && { places };
  if (known !== null) return { ...known, ...reached };
  // Another market than before would be traded in the same ledger.
  if (lost !== null && lost !== 'practice') return null;
  const isSimulated = autostart === true || seed !== undefined || pace !== 1;
  return isSimulated ? { market: { source: 'simulated' }, ...reached } : null;
}

/** @throws CommandFailure when nothing is chosen. */
async function ask(host: Host, dataDir: string): Promise<Market> {
  const { createRecordings, recordingsFolder } = await import('@triquad/bot');
  const found = await createRecordings(recordingsFolder(dataDir), []).all();
  return askMarket(
    host,
    found.map(({ file }) => ({ name: basename(file), file })),
  );
}

function botOptions(host: Host, options: Options, chosen: RememberedMarket | null): BotOptions {
  const { seed, speed: pace } = options;
  const dataDir = dataDirectory(options.dataDir);
  // Made before the bot, which tells there of a log file that cannot be written, also where it has no reader any more.
  const { stderr } = host;
  return {
    version: settings.version,
    host: options.host,
    tlsCert: options.tlsCert && resolve(options.tlsCert),
    tlsKey: options.tlsKey && resolve(options.tlsKey),
    trustProxy: options.trustProxy,
    publicUrl: options.publicUrl,
    basePath: options.basePath,
    allowHost: options.allowHost,
    port: options.port,
    dataDir,
    market: chosen === null ? null : marketChoice({ seed, speed: pace, ...chosen, dataDir }),
    isMarketGiven: options.market !== undefined,
    places: placesOf(options) ?? {},
    rememberMarket: (choice) => rememberMarket(dataDir, toRemember(choice)),
    passphrase: host.env.TRIQUAD_PASSPHRASE || null,
    record: options.record === true,
    recordInputs: options.recordInputs === true,
    recordQuotaBytes: options.recordLimit * 1e9,
    autostart: options.autostart === true,
    config: options.config === undefined ? null : readConfig(resolve(options.config)),
    compactAfterDays: options.compactAfter ?? null,
    sessionIdleMs: options.sessionIdle * 3_600_000,
    logLevel: options.logLevel ?? 'info',
    dashboardDir: webDirectory,
    onLog: (entry) => {
      if (options.logLevel !== undefined || entry.level === 'WARNING' || entry.level === 'ERROR') {
        stderr.write(`${logLine(entry)}\n`);
      }
    },
  };
}

function readConfig(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandFailure(`the configuration ${file} cannot be read: ${reason}`, exitCode.refused);
  }
}

function logLine({ timestamp, level, source, message }: LogRecord): string {
  return `${timestamp.slice(11, 19)} ${level.padEnd(7)} ${printable(`${source}  ${message}`)}`;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** The bot has five seconds to finish; everything journalled by then is safe. */
async function withinLimit(bot: Bot): Promise<void> {
  const timer = setTimeout(() => process.exit(bot.isKillUnkept ? exitCode.killUnkept : exitCode.refused), stopLimitMs);
  await bot.stop();
  clearTimeout(timer);
}
