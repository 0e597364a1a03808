import { Argument, type Command } from 'commander';
import settings from '../../package.json' with { type: 'json' };
import { dataDirectory } from '../data-directory.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { maintain } from '../maintain.ts';
import { recordingPath } from '../recording-path.ts';
import { defineCommand, type Invocation, option } from './define-command.ts';

interface Options {
  readonly dataDir?: string;
}

/** `triquad replay`: whether the engine does the same again. It needs no running bot. */
export const replayCommand = (host: Host): Command =>
  defineCommand<Options>(host, {
    name: 'replay',
    description:
      'process a session again that serve --record-inputs recorded, and compare every fact: 1 where one differs, 2 where the recording is cut off or none',
    arguments: [new Argument('<session>', 'its folder, by its name in recordings or by a path')],
    options: [option('--data-dir <path>', 'where the bot keeps its data')],
    examples: [
      ['triquad replay session-20260131T120000000Z', 'says that all facts are equal, or which one differs first'],
      ['triquad replay session-20260131T120000000Z --json', 'for a script'],
    ],
    run: replay,
  });

async function replay({ print, options, args: [name = ''] }: Invocation<Options>): Promise<void> {
  const { recordingsFolder, replaySession } = await import('@triquad/bot');
  const path = await recordingPath(name, recordingsFolder(dataDirectory(options.dataDir)), exitCode.usage);
  await maintain(async () => {
    const { difference, stopped, cut, reached, ...done } = await replaySession(path, settings.version);
    const until = reached === null ? null : new Date(reached).toISOString();
    const isEqual = difference === null && stopped === null;
    const first = difference && { ...difference, at: new Date(difference.at).toISOString() };
    print.fields({ equal: isEqual, ...done, until, difference: first, stopped, cut }, () => [
      { name: 'equal', value: `${done.facts} facts, ${done.executions} executions` },
      { name: 'from', value: done.started },
      { name: 'until', value: until ?? 'none' },
      { name: 'processed', value: `${done.messages} messages, ${done.inputs} inputs` },
    ]);
    if (first !== null)
      throw new CommandFailure(`differs at ${first.at}, ${first.place}: ${first.text}`, exitCode.refused);
    if (stopped !== null) throw new CommandFailure(`differs at ${stopped}`, exitCode.refused);
    if (cut !== null)
      throw new CommandFailure(`equal until ${until}, where the recording ends: ${cut}`, exitCode.usage);
  });
}
