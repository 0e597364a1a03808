import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { clientRoutes } from '@triquad/core/contract';
import { targetOf } from '../../packages/cli/src/any-call.ts';

/** What the spec says of a status. */
const specified = [
  'is_running',
  'bot_status',
  'mode',
  'uptime',
  'enabled_exchanges',
  'min_profit_threshold',
  'max_capital_per_route',
];

/** Stands before a bot and gives only what the spec has: no extension, no capabilities, no further fields of the status. */
export async function startSpecOnlyBot(address: string): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const name = nameOf(method, url);
    if (name === null || name === 'health' || clientRoutes[name].extension !== null)
      return answer(404, { detail: 'Not Found' });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sent = await fetch(`${address}${url}`, {
      method,
      headers: { authorization: headers.authorization ?? '', 'content-type': 'application/json' },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const body: unknown = await sent.json().catch(() => null);
    const isStatus = name === 'bot.status' && sent.ok;
    answer(sent.status === 204 ? 200 : sent.status, isStatus ? pick(body) : body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function nameOf(method: string, url: string) {
  try {
    return targetOf(method, url).name;
  } catch {
    return null;
  }
}

const pick = (body: unknown) =>
  Object.fromEntries(Object.entries(Object(body)).filter(([field]) => specified.includes(field)));
