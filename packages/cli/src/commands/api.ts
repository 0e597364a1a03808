import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FileSource } from '@triquad/core';
import { Argument, type Command } from 'commander';
import type { AnyCall } from '../any-call.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import type { Column } from '../output.ts';
import { readAll } from '../password.ts';
import { defineClientCommand } from './client-command.ts';
import { option } from './define-command.ts';

interface Options {
  readonly body?: string;
  readonly file?: string;
}

const columns: readonly Column<AnyCall>[] = [
  { title: 'CALL', value: ({ method }) => method },
  { title: 'PATH', value: ({ path }) => path },
  { title: 'ROLE', value: ({ role }) => role },
  { title: 'WHAT IT DOES', value: ({ summary }) => summary, shrinks: true },
];

/** `triquad api [<method> <path>]`: any call of the contract, its answer as the bot sends it. */
export const apiCommand = (host: Host): Command =>
  defineClientCommand<Options>(host, {
    name: 'api',
    description: 'any call of the bot, its answer as it comes; without a call, the list of them',
    arguments: [
      new Argument('[method]', 'GET, POST, PUT or DELETE'),
      new Argument('[path]', 'e.g. /performance/summary or "/logs/?level=ERROR"'),
    ],
    options: [
      option('--body <json>', 'what is sent with it; - for the standard input'),
      option('--file <path>', 'the file that is sent, for a call that takes one'),
    ],
    exits: ['conflict'],
    examples: [
      ['triquad api GET /performance/summary | jq .sharpe_ratio', 'one figure'],
      ['triquad api POST /notifications/mark-read --body \'{"notification_ids":[]}\'', 'with a body'],
      ['triquad api PUT /recordings/files/quotes.csv.gz --file quotes.csv.gz', 'a file, which the bot may import then'],
    ],
    run: async ({ bot, print, options, args: [method, path] }) => {
      const { calls, targetOf } = await import('../any-call.ts');
      if (method === undefined) {
        const listed = calls.map(({ name, method, path, role, summary }) => ({ name, method, path, role, summary }));
        print.rows(listed, columns, calls);
        return;
      }
      const { name, ...target } = targetOf(method.toUpperCase(), path ?? '');
      if (options.file !== undefined) {
        const file = await fileOf(options.file);
        host.stdout.write(`${JSON.stringify(await bot.upload(name, target as never, file))}\n`);
        return;
      }
      const body = options.body === undefined ? {} : { body: json(await textOf(host, options.body)) };
      const answer = await bot.download(name, { ...target, ...body } as never);
      if (answer !== '') host.stdout.write(answer.endsWith('\n') ? answer : `${answer}\n`);
    },
  });

const fileOf = async (path: string): Promise<FileSource> => {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new CommandFailure(`there is no file ${path}`, exitCode.usage);
  return { name: basename(path), bytes: found.size, content: path };
};

const longestBody = 262_144;
const textOf = async (host: Host, body: string): Promise<string> =>
  body === '-' ? readAll(host, 'a body', longestBody) : body;

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandFailure('the body is not JSON', exitCode.usage);
  }
}
