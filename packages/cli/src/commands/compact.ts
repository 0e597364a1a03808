import type { Command } from 'commander';
import { confirm } from '../confirm.ts';
import { dataDirectory } from '../data-directory.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { maintain } from '../maintain.ts';
import { days, moment } from '../parse.ts';
import { defineCommand, type Invocation, option } from './define-command.ts';

interface Options {
  readonly dataDir?: string;
  readonly keep?: number;
  readonly before?: string;
  readonly dryRun?: true;
}

const dayMs = 86_400_000;

/** `triquad compact`: moves old facts of a journal into compressed files beside it. */
export const compactCommand = (host: Host): Command =>
  defineCommand<Options>(host, {
    name: 'compact',
    description: 'move old facts of the journal into compressed files beside it; nothing is deleted',
    options: [
      option('--keep <days>', 'keep the facts of so many days in the database, e.g. 90d', days),
      option('--before <moment>', 'keep those from this moment on', moment),
      option('--dry-run', 'only say what would be moved'),
      option('--data-dir <path>', 'where the bot keeps its data'),
    ],
    examples: [
      ['triquad compact --keep 90d', 'by whole segments of 100,000 facts; the bot must be stopped'],
      ['triquad compact --before 2026-01-01 --dry-run --json', 'for a script'],
      ['triquad serve --compact-after 90d', 'the bot itself, once a day while it trades'],
    ],
    run: compactFacts,
  });

async function compactFacts({ host, print, options }: Invocation<Options>): Promise<void> {
  const before = limitOf(options);
  const { compactJournal, planCompaction } = await import('@triquad/bot');
  const data_dir = dataDirectory(options.dataDir);
  const until = { data_dir, before: new Date(before).toISOString() };
  await maintain(async () => {
    const plan = planCompaction(data_dir, before);
    const none = `none: no segment of 100,000 facts is all older than ${until.before}`;
    if (options.dryRun) {
      const document = { ...until, dry_run: true, facts: plan.facts, files: plan.files };
      print.fields(document, ({ facts, files }) => [
        { name: 'of', value: data_dir },
        { name: 'facts', value: facts === 0 ? none : `${facts} would be moved` },
        ...(facts === 0 ? [] : [{ name: 'files', value: files.join(', ') }]),
      ]);
      return;
    }
    if (plan.facts > 0) {
      const question = `${plan.facts} facts would leave the database for ${plan.files.join(', ')} beside it.`;
      await confirm(host, options.yes, question);
    }
    // Also where nothing is to be moved it ends what an earlier one had begun.
    const { facts, files, bytes, database } = await compactJournal(data_dir, before);
    print.fields({ ...until, dry_run: false, facts, files, bytes, database }, () => [
      { name: 'of', value: data_dir },
      { name: 'facts', value: facts === 0 ? none : `${facts} moved, their chain holds` },
      ...(facts === 0 ? [] : [{ name: 'files', value: `${files.join(', ')} (${mib(bytes)})` }]),
      { name: 'database', value: `${mib(database.before)} before, ${mib(database.after)} now` },
    ]);
  });
}

/** @throws CommandFailure when not exactly one of the two says it, or none of the journal could be older. */
function limitOf({ keep, before }: Options): number {
  if ((keep === undefined) === (before === undefined)) {
    throw new CommandFailure('say what stays in the database: --keep <days> or --before <moment>', exitCode.usage);
  }
  return keep === undefined ? Date.parse(before ?? '') : Date.now() - keep * dayMs;
}

const mib = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
