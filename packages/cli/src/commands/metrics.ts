import type { Command } from 'commander';
import { transportOf } from '../connection.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import type { Column } from '../output.ts';
import { defineClientCommand, type Task } from './client-command.ts';
import { option } from './define-command.ts';

interface Options {
  readonly raw?: true;
  readonly name?: string;
}

/** One sample of the exposition, e.g. `triquad_orders_total{exchange="okx"} 3`. */
interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Null where it is no number that JSON has: NaN, infinite. */
  readonly value: number | null;
}

const columns: readonly Column<Sample>[] = [
  { title: 'NAME', value: ({ name }) => name },
  {
    title: 'LABELS',
    optional: true,
    value: ({ labels }) =>
      Object.entries(labels)
        .map(([name, value]) => `${name}=${value}`)
        .join(' '),
    shrinks: true,
  },
  {
    title: 'VALUE',
    value: ({ value }) => value,
    shown: ({ value }) => (value === null ? '?' : String(value)),
    align: 'right',
  },
];

/** `triquad metrics`: what Prometheus reads of the bot. */
export const metricsCommand = (host: Host): Command =>
  defineClientCommand<Options>(host, {
    name: 'metrics',
    description: 'counters and gauges of the bot, as Prometheus reads them; for admins',
    options: [
      option('--name <part>', 'only those whose name has this in it'),
      option('--raw', 'the text as the bot sends it'),
    ],
    examples: [
      ['triquad metrics --name orders', 'for you'],
      ['triquad metrics --raw > /var/lib/node_exporter/triquad.prom', 'for a collector that reads files'],
    ],
    run: async (task) => {
      const text = await exposition(task);
      if (task.options.raw) return void task.host.stdout.write(text);
      const { name = '' } = task.options;
      const samples = text.split('\n').flatMap(sampleOf);
      const rows = samples.filter((one) => one.name.includes(name));
      task.print.rows(rows, columns, rows);
    },
  });

/** It is not a call of the API: it lies beside it, where Prometheus looks. */
async function exposition({ host, bot, connection }: Task<Options>): Promise<string> {
  // Reports a bot that is away, or that refuses the token.
  await bot.call('bot.status', {});
  const { apiUrl, apiKey, token, timeoutMs } = connection;
  const answer = await transportOf(host, connection)(new URL('/metrics', apiUrl).href, {
    method: 'GET',
    headers: { 'X-API-Key': apiKey, ...(token !== undefined && { Authorization: `Bearer ${token}` }) },
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await answer.text();
  if (answer.status === 200 && /^# TYPE /m.test(text)) return text;
  if (answer.status === 401 || answer.status === 403) {
    throw new CommandFailure('metrics failed: they are for admins; use the token of one', exitCode.unauthorized);
  }
  throw new CommandFailure('metrics failed: this bot has no metrics', exitCode.refused);
}

function sampleOf(line: string): Sample[] {
  const [, name, labels = '', value] = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? [];
  if (name === undefined) return [];
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(
    ([, label = '', text = '']) => [label, text.replace(/\\(.)/g, (_, one) => (one === 'n' ? '\n' : one))] as const,
  );
  const number = Number(value);
  return [{ name, labels: Object.fromEntries(pairs), value: Number.isFinite(number) ? number : null }];
}
