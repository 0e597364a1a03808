import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { addresses } from '../connection.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { jsonLine } from '../output.ts';
import { atLeast, httpAddress, socketAddress, wholeBetween } from '../parse.ts';
import { webDirectory } from '../web-directory.ts';
import { type CommonOptions, defineCommand, option } from './define-command.ts';

interface Options {
  readonly apiUrl: string;
  readonly wsUrl?: string;
  readonly port: number;
  readonly timeout: number;
  readonly apiKey?: string;
}

const defaultPort = 8788;
const defaultTimeout = 30;
const shortestTimeout = 0.1;

/** `triquad dashboard`: the dashboard for any bot that speaks the spec, until interrupted. */
export const dashboardCommand = (host: Host): Command =>
  defineCommand<Options>(host, {
    name: 'dashboard',
    description: 'serve the dashboard for a bot that runs elsewhere',
    options: [
      option(
        '--api-url <url>',
        'address of its calls, e.g. https://bot.example/api/v1',
        httpAddress,
      ).makeOptionMandatory(),
      option('--ws-url <url>', 'address of its socket (default: /ws of the same host)', socketAddress),
      option('--port <number>', 'port on 127.0.0.1, 0 for a free one', wholeBetween(0, 65_535)).default(defaultPort),
      option('--api-key <key>', 'application key to send where the page sends none (TRIQUAD_API_KEY)'),
      option('--timeout <seconds>', 'how long the bot may take to answer', atLeast(shortestTimeout)).default(
        defaultTimeout,
      ),
    ],
    examples: [
      ['triquad dashboard --api-url http://127.0.0.1:8000/api/v1', 'a bot on this machine'],
      [
        'triquad dashboard --api-url https://b.example/api/v1 --ws-url wss://b.example/ws --port 9000',
        'a bot far away',
      ],
    ],
    run: ({ options }) => serve(host, options),
  });

async function serve(host: Host, options: Options & CommonOptions): Promise<void> {
  if (!existsSync(webDirectory))
    throw new CommandFailure('the dashboard is not built; run "npm run build"', exitCode.refused);
  const { addressOf, serveDashboard } = await import('../dashboard/dashboard-server.ts');
  const { apiUrl, socketUrl } = addresses(options.apiUrl);
  const server = await serveDashboard(webDirectory, options.port, {
    apiUrl,
    socketUrl: options.wsUrl ?? socketUrl,
    apiKey: options.apiKey ?? host.env.TRIQUAD_API_KEY,
    timeoutMs: options.timeout * 1000,
  }).catch((error: Error) => {
    throw new CommandFailure(`cannot listen on 127.0.0.1:${options.port}: ${error.message}`, exitCode.refused);
  });
  const url = addressOf(server);
  host.stdout.write(options.json ? jsonLine({ url, api_url: apiUrl }) : `${url}\n`);
  host.stderr.write(`dashboard of ${apiUrl}; Ctrl-C stops it\n`);
  await once(host.interrupted(), 'abort');
  server.close();
  server.closeAllConnections();
}
