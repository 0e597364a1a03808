import { Argument, type Command } from 'commander';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { jsonLine } from '../output.ts';
import { writeWhole } from '../whole-file.ts';
import { defineClientCommand } from './client-command.ts';
import { option } from './define-command.ts';

interface Options {
  readonly html?: true;
  readonly output?: string;
}

/** `triquad backtest report <id>`: the file as the bot gives it. */
export const reportCommand = (host: Host): Command =>
  defineClientCommand<Options>(host, {
    name: 'report',
    description: 'the report of a completed backtest: JSON, or a page to keep',
    arguments: [new Argument('<id>', 'of the backtest')],
    options: [
      option('--html', 'a self-contained page').conflicts('json'),
      option('-o, --output <file>', 'write it to a file'),
    ],
    exits: ['conflict'],
    examples: [
      ['triquad backtest report 019a9f2c-5d1e-7c40-8b62-3f1f6c7f0a11 --html -o january.html', 'to look at'],
      ['triquad backtest report 019a9f2c-5d1e-7c40-8b62-3f1f6c7f0a11 | jq .metrics', 'for a script'],
    ],
    run: async ({ bot, print, options: { html, output }, args: [id = ''] }) => {
      if (html && output === undefined && host.stdout.isTTY === true) {
        throw new CommandFailure('a page is not for a terminal; name a file with -o', exitCode.usage);
      }
      const text = await bot.download('backtest.report', { path: { id }, query: { format: html ? 'html' : 'json' } });
      if (output === undefined) host.stdout.write(html ? text : jsonLine(read(text)));
      else {
        writeWhole(output, text);
        print.note(`written to ${output}`);
      }
    },
  });

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandFailure('report failed: what the bot answered is not JSON', exitCode.refused);
  }
}
