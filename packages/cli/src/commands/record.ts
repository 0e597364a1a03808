import type { Command } from 'commander';
import { dataDirectory } from '../data-directory.ts';
import type { Host } from '../host.ts';
import { maintain } from '../maintain.ts';
import { exchangeUrl, liveExchange, proxyOption } from '../market-option.ts';
import { atLeast, list, wholeBetween } from '../parse.ts';
import { defineCommand, type Invocation, option } from './define-command.ts';

interface Options {
  readonly markets?: readonly string[];
  readonly depth: (typeof depths)[number];
  readonly for?: number;
  readonly limit: number;
  readonly exchangeUrl?: string;
  readonly exchangeRegion?: string;
  readonly proxy?: string;
  readonly dataDir?: string;
}

const depths = ['best', 'all'] as const;

/** In GB. */
export const usualRecordLimit = 20;

/** `triquad record`: the public prices of an exchange, without a bot, until interrupted. */
export const recordCommand = (host: Host): Command =>
  defineCommand<Options>(host, {
    name: 'record',
    description: 'record the public prices of an exchange, without a bot, until interrupted',
    arguments: [liveExchange('exchange')],
    options: [
      option('--markets <markets>', 'e.g. BTC/USDT,ETH/USDT,ETH/BTC (default: all through which a cycle leads)', list),
      option('--depth <levels>', 'the best prices alone, or all levels that the exchange sends, in files of their own')
        .choices(depths)
        .default('best'),
      option('--for <seconds>', 'end after so long', wholeBetween(1, 31_536_000)),
      option('--limit <GB>', 'delete the oldest files when recordings take more', atLeast(0.001)).default(
        usualRecordLimit,
      ),
      option('--exchange-url <url>', 'where it is reached, if not at its own address', exchangeUrl),
      option('--exchange-region <region>', 'whose addresses of it are used, e.g. eea').conflicts('exchangeUrl'),
      proxyOption(),
      option('--data-dir <path>', 'where the bot keeps its data; recordings are in its folder recordings'),
    ],
    examples: [
      ['triquad record binance', 'every market through which a cycle leads'],
      ['triquad record kucoin --markets BTC/USDT,ETH/USDT,ETH/BTC --for 3600', 'one triangle, for an hour'],
      ['triquad record okx --markets BTC/USDT --depth all', 'with the levels behind the best prices'],
      ['triquad data list', 'what was recorded'],
    ],
    run: record,
  });

async function record({ host, print, options, args: [name = ''] }: Invocation<Options>): Promise<void> {
  const { recordExchange, recordingsFolder, setProxies } = await import('@triquad/bot');
  setProxies(host.env, options.proxy);
  const { markets, limit, dataDir } = options;
  const place = options.exchangeUrl ?? options.exchangeRegion;
  const hasLevels = options.depth === 'all';
  const folder = recordingsFolder(dataDirectory(dataDir));
  const ends = [host.interrupted(), ...(options.for === undefined ? [] : [AbortSignal.timeout(options.for * 1_000)])];
  await maintain(async () => {
    const state = await recordExchange({
      ...{ name, place, markets, hasLevels, folder, quotaBytes: limit * 1e9 },
      signal: AbortSignal.any(ends),
      log: print.note,
      progress: () => {},
    });
    print.fields({ path: state.paths[0] ?? null, rows: state.rows, bytes: state.bytes }, ({ path, rows, bytes }) => [
      { name: 'recording', value: path ?? '' },
      { name: 'rows', value: `${rows}` },
      { name: 'size', value: `${(bytes / 1e6).toFixed(1)} MB` },
    ]);
  });
}
