import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MarketChoice } from '@triquad/bot';
import { CommandFailure, exitCode } from './exit-code.ts';
import { exchangeUrls, type Market, market } from './market-option.ts';

/** What a data directory is to watch where a start does not say it: by `triquad market use`, or as it was answered. */
export interface RememberedMarket {
  readonly market: Market;
  readonly exchangeUrl?: Readonly<Record<string, string>>;
}

const fileIn = (dataDir: string): string => join(dataDir, 'market.json');

/** As `--market` takes it. */
export const marketText = (chosen: Market): string => {
  if (chosen.source === 'simulated') return chosen.preset === undefined ? chosen.source : `simulated:${chosen.preset}`;
  return `${chosen.source}:${chosen.source === 'recorded' ? chosen.file : chosen.exchanges.join(',')}`;
};

/** Null where nothing was chosen yet. @throws CommandFailure where the file says nothing that is known. */
export function rememberedMarket(dataDir: string): RememberedMarket | null {
  const file = fileIn(dataDir);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    // Where there is no such directory, nothing was chosen in it. What is wrong with it, the start itself says.
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code))) return null;
    throw unreadable(file, error);
  }
  try {
    const { market: chosen, exchange_url: urls } = JSON.parse(text) as Record<string, unknown>;
    const exchangeUrl = typeof urls === 'string' ? { exchangeUrl: exchangeUrls(urls) } : {};
    return { market: market(String(chosen)), ...exchangeUrl };
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** A choice as the bot has it, to be remembered. */
export const toRemember = (choice: MarketChoice): RememberedMarket => {
  if (choice.source === 'exchange')
    return { market: { source: choice.source, exchanges: choice.exchanges }, exchangeUrl: choice.urls };
  if (choice.source === 'recorded') return { market: { source: choice.source, file: choice.file } };
  return { market: { source: choice.source, ...(choice.preset === 'realistic' && { preset: choice.preset }) } };
};

/** Makes the choice that of every start that does not say another. @throws where the data directory cannot be written. */
export function rememberMarket(dataDir: string, { market: chosen, exchangeUrl = {} }: RememberedMarket): void {
  const file = fileIn(dataDir);
  const urls = Object.entries(exchangeUrl).map(([name, url]) => `${name}=${url}`);
  const document = { market: marketText(chosen), ...(urls.length > 0 && { exchange_url: urls.join(',') }) };
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, `${JSON.stringify(document)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

const unreadable = (file: string, error: unknown): CommandFailure => {
  const reason = error instanceof Error ? error.message : String(error);
  const message = `${file} cannot be read: ${reason}; choose again with: triquad market use <source>`;
  return new CommandFailure(message, exitCode.refused);
};
