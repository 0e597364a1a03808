import type { Host } from '../../packages/cli/src/host.ts';
import { createProgram } from '../../packages/cli/src/program.ts';
import { recordsOf, unmarkedIn, unmarkedLeaves, unmarkedLines, unmarkedRecords } from './judge-of-money.ts';
import type { PlayedPractice } from './practice-recording.ts';
import { shellOf } from './shell-of.ts';
import { commandLines } from './walked-commands.ts';

type Program = Pick<Awaited<ReturnType<typeof createProgram>>, 'commands'>;
const namesIn = (command: Program, path = ''): readonly string[] =>
  command.commands.flatMap((one) => {
    const own = `${path} ${one.name()}`.trim();
    return [own, ...namesIn(one, own)];
  });
/** Every command and subcommand by its words. */
export const commandNames = async (): Promise<readonly string[]> => namesIn(await createProgram({} as Host));

/** Judges what a command printed by the form that it has. */
function unmarkedOutput(out: string): readonly string[] {
  if (/^[[{]/.test(out))
    return out
      .trimEnd()
      .split('\n')
      .flatMap((line) => unmarkedIn(JSON.parse(line), ''));
  if (!/^[^,\n]+,.*\r\n/.test(out)) return unmarkedLines(out);
  return out.startsWith('name,value') ? unmarkedLeaves(out) : unmarkedRecords(recordsOf(out));
}

/** Answered as the bot's time passes. */
const TIMED = /^(execute|orders place|residuals (sell|keep)) /;

/** Runs the commands as text, as JSON and as CSV; gives the money that has no source, and what has failed. */
export async function walkShell(played: PlayedPractice, isWanted: (name: string) => boolean) {
  const shell = shellOf(played.live);
  const unmarked: string[] = [];
  const failed: string[] = [];
  for (const [name, lines] of Object.entries(commandLines)) {
    if (typeof lines !== 'function' || !isWanted(name)) continue;
    for (const line of lines(played).flatMap((one) => [one, `${one} --json`, `${one} --csv`])) {
      const ran = shell(line);
      const { code, out, err } = await (TIMED.test(line) ? played.live.during(ran) : ran);
      if (code !== 0) failed.push(`${line}: ${code} ${err}`);
      unmarked.push(...unmarkedOutput(out).map((found) => `${line}: ${found}`));
    }
  }
  return { unmarked, failed };
}
