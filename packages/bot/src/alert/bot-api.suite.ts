import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One call that the fake of the Bot API got. */
export interface ApiCall {
  readonly path: string;
  readonly body: { chat_id: string; text: string; parse_mode: string };
}

/** A local HTTP server that answers as the Bot API does. `await using api = await startBotApi()`. */
export interface BotApi extends AsyncDisposable {
  readonly base: string;
  readonly calls: ApiCall[];
  /** Answers the next calls, one each; then it is well again. Null hangs up, `never` does not answer. */
  next(...answers: (Answer | null | 'never')[]): void;
  /** Resolves once it has got so many calls in all, answered or not. */
  called(count: number): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

const WELL: Answer = { status: 200, body: { ok: true, result: { message_id: 1 } } };

export async function startBotApi(token: string): Promise<BotApi> {
  const calls: ApiCall[] = [];
  const answers: (Answer | null | 'never')[] = [];
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    const call = { path: request.url ?? '', body: JSON.parse(await textOf(request)) };
    calls.push(call);
    for (const look of waiting) look();
    const answer =
      answers.length > 0 ? answers.shift() : call.path === `/bot${token}/sendMessage` ? WELL : unknownToken;
    if (answer === null) request.socket.destroy();
    else if (answer !== 'never' && answer !== undefined) send(response, answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    next: (...more) => void answers.push(...more),
    called: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (calls.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const unknownToken: Answer = { status: 401, body: { ok: false, error_code: 401, description: 'Unauthorized' } };

function send(response: ServerResponse, { status, body = { ok: false }, headers = {} }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
