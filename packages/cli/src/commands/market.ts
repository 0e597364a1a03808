import { Argument, type Command } from 'commander';
import { dataDirectory } from '../data-directory.ts';
import type { Host } from '../host.ts';
import { maintain } from '../maintain.ts';
import {
  exchangeRegions,
  exchangeUrls,
  liveExchanges,
  type Market,
  market,
  marketChoice,
  type PlaceOptions,
  placesOf,
  proxyOption,
} from '../market-option.ts';
import { marketText, rememberedMarket, rememberMarket } from '../remembered-market.ts';
import { defineCommand, type Invocation, option } from './define-command.ts';

interface Options extends PlaceOptions {
  readonly dataDir?: string;
  readonly proxy?: string;
}

/** `triquad market`: what the bot of a data directory watches. It needs no running bot. */
export const marketCommand = (host: Host): Command =>
  defineCommand(host, {
    name: 'market',
    description: 'what the bot watches where its start does not say it: live prices, a recording, or invented ones',
    examples: [
      ['triquad market use exchange:binance,kucoin', 'live prices, paper money'],
      ['triquad market show', 'what the next start watches'],
    ],
    subcommands: [
      defineCommand<Options>(host, {
        name: 'show',
        description: 'what the next start watches',
        options: [option('--data-dir <path>', 'where the bot keeps its data')],
        examples: [
          ['triquad market show', 'as --market takes it'],
          ['triquad market show --json', 'for a script'],
        ],
        run: show,
      }),
      defineCommand<Options>(host, {
        name: 'use',
        description: 'remember what to watch, from the next start on',
        arguments: [
          new Argument('<source>', 'simulated, recorded:<name or path>, exchange:<names>')
            .choices(['simulated', ...liveExchanges.map((name) => `exchange:${name}`)])
            .argParser((text) => marketText(market(text))),
        ],
        options: [
          option('--exchange-url <name=url>', 'where an exchange is reached, if not at its own address', exchangeUrls),
          option(
            '--exchange-region <name=region>',
            'whose addresses of an exchange are used, e.g. okx=eea',
            exchangeRegions,
          ),
          proxyOption(),
          option('--data-dir <path>', 'where the bot keeps its data'),
        ],
        examples: [
          ['triquad market use exchange:binance', 'real prices'],
          ['triquad market use recorded:binance-20260131T120000000Z', 'what was recorded'],
          ['triquad market use simulated', 'practice'],
        ],
        run: use,
      }),
    ],
  });

async function show({ print, options }: Invocation<Options>): Promise<void> {
  const { keptCheck, withoutPassword } = await import('@triquad/bot');
  const dataDir = dataDirectory(options.dataDir);
  const remembered = rememberedMarket(dataDir);
  const watched = remembered?.market.source === 'exchange' ? remembered.market.exchanges : [];
  const scanned = watched.flatMap((exchange) => {
    const { scanOnly } = keptCheck(dataDir, exchange, remembered?.places?.[exchange] ?? null);
    return scanOnly === null ? [] : [{ exchange, reason: scanOnly }];
  });
  const document = {
    market: remembered === null ? null : marketText(remembered.market),
    ...(remembered?.places && { places: remembered.places }),
    ...(remembered?.proxy !== undefined && { proxy: withoutPassword(remembered.proxy) }),
    scanned_only: scanned,
  };
  print.fields(document, ({ market: chosen, places = {}, proxy, scanned_only: only }) => [
    { name: 'market', value: chosen ?? 'not chosen: a start asks, on a terminal or in the browser' },
    ...Object.entries(places).map(([exchange, place]) => ({ name: exchange, value: `at ${place}` })),
    ...(proxy === undefined ? [] : [{ name: 'proxy', value: proxy }]),
    ...only.map(({ exchange, reason }) => ({
      name: exchange,
      value: `scanned only: ${reason}`,
      tone: 'warn' as const,
    })),
  ]);
}

async function use({ print, options, args: [text = ''] }: Invocation<Options>): Promise<void> {
  const dataDir = dataDirectory(options.dataDir);
  const places = placesOf(options);
  const { proxy } = options;
  const way = proxy !== undefined && { proxy };
  const chosen: Market = market(text);
  // Refuses contradictory options now, not at the start.
  const choice = marketChoice({ market: chosen, ...(places && { places }), ...way, speed: 1, dataDir });
  const kept = choice.source === 'recorded' ? { source: choice.source, file: choice.file } : chosen;
  await maintain(async () => {
    rememberMarket(dataDir, { market: kept, ...(places && { places }), ...way });
  });
  print.fields({ market: marketText(kept) }, ({ market: used }) => [
    { name: 'market', value: `${used}, from the next start on` },
  ]);
}
