import type { Addresses } from './exchange-facts.ts';
import { exchangeFacts } from './facts.ts';

/**
 * Addresses of an exchange. `place`: a region of its facts (`eea`), one address for calls and sockets
 * (`http://127.0.0.1:9000`), or both apart, separated by a space; left out, the usual region.
 * @throws Error that names the regions where it is none of these.
 */
export const addressesOf = (exchange: string, place?: string): Addresses => {
  const regions = exchangeFacts.get(exchange)?.regions ?? {};
  const region = place === undefined ? Object.values(regions)[0] : regions[place];
  if (region !== undefined) return region;
  const parts = place?.split(' ') ?? [];
  const rest = parts.find((part) => /^https?:\/\//.test(part));
  const stream = parts.find((part) => /^wss?:\/\//.test(part));
  if (rest !== undefined && parts.length === (stream === undefined ? 1 : 2))
    return { rest, stream: stream ?? rest.replace(/^http/, 'ws') };
  throw new Error(`${exchange} has no region "${place}", only ${Object.keys(regions).join(', ')}`);
};
