import { createReadStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { FileTransport } from '@triquad/core';
import type { Connection } from './connection.ts';
import { provingAgent } from './proving-agent.ts';

/** Sends a file by its path, over the local door where there is one, and otherwise to a bot that has proven itself where that is demanded. */
export const fileTransport =
  ({ door, trust }: Pick<Connection, 'door' | 'trust'>): FileTransport =>
  async (url, { method, headers, file, onSent, signal }) => {
    const target = door === null ? url : url.replace(/^https:/, 'http:');
    const { request } = process.getBuiltinModule(target.startsWith('https:') ? 'node:https' : 'node:http');
    const outgoing = request(target, {
      method,
      headers: { ...headers, 'Content-Length': String(file.bytes) },
      signal,
      ...(door !== null && { socketPath: door }),
      ...(trust !== null && { agent: provingAgent(trust), provenWithin: signal }),
    });
    const answer = new Promise<IncomingMessage>((resolve, reject) =>
      outgoing.on('response', resolve).on('error', reject),
    );
    const counted = async function* (source: AsyncIterable<Buffer>) {
      let sent = 0;
      for await (const chunk of source) {
        yield chunk;
        sent += chunk.length;
        onSent(sent);
      }
    };
    // No byte beyond what was announced: a file that grows meanwhile is sent as it was.
    const content = createReadStream(String(file.content), file.bytes === 0 ? {} : { end: file.bytes - 1 });
    // A bot that refuses a file answers before it has all of it.
    const sending = pipeline(content, counted, outgoing).catch((error: unknown) => error);
    const response = await Promise.race([
      answer,
      sending.then((error) => (error ? Promise.race([answer, reject(error)]) : answer)),
    ]);
    return {
      status: response.statusCode ?? 0,
      headers: { get: (name) => response.headers[name.toLowerCase()]?.toString() ?? null },
      text: async () => (await response.setEncoding('utf8').toArray()).join(''),
    };
  };

const reject = (error: unknown): Promise<never> => Promise.reject(error);
