import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { describedOf, refuseUnknown } from '../packages/cli/src/commands/define-command.ts';
import { CommandFailure } from '../packages/cli/src/exit-code.ts';
import type { Host } from '../packages/cli/src/host.ts';
import { createProgram } from '../packages/cli/src/program.ts';
import { expectedPages } from './harness/command-pages.ts';
import { repository } from './harness/recorded-data.ts';

const stale = 'npm run docs:commands writes docs/commands.md and packages/cli/man again';
const pages = await expectedPages();

test.each(pages)('$path is as the commands are', ({ path, text }) => {
  expect(readFileSync(join(repository, path), 'utf8'), stale).toBe(text);
});

test('there is no man page of a command that does not exist', () => {
  const files = readdirSync(join(repository, 'packages', 'cli', 'man', 'man1'));
  const expected = pages.flatMap(({ path }) => path.split('/man1/')[1] ?? []);
  expect(files.sort(), stale).toEqual(expected.sort());
});

test('no line of a man page is taken for a request', () => {
  const known = /^\.(TH|SH|SS|TP|B|BR|br|PP|RS|RE|nf|fi)( |$)/;
  const lines = pages.filter(({ path }) => path.endsWith('.1')).flatMap(({ text }) => text.split('\n'));
  expect(lines.filter((line) => /^[.']/.test(line) && !known.test(line))).toEqual([]);
});

const host = { stdout: { write: () => true }, stderr: { write: () => true }, env: {} } as unknown as Host;
type Program = Awaited<ReturnType<typeof createProgram>>;
const everyCommand = (command: Program): Program[] => [
  command,
  ...command.commands.flatMap((one) => everyCommand(one)),
];
const examples = everyCommand(await createProgram(host)).flatMap((command) =>
  describedOf(command).examples.map(([line]) => line),
);

const folder = mkdtempSync(join(tmpdir(), 'triquad-examples-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** After the last word of a call. */
const end = '(end)';

/** Runs each example in a real shell, in which `triquad` notes the words it was given, and gives these words by example. */
function wordsOf(lines: readonly string[]): string[][][] {
  const programs = join(folder, 'bin');
  mkdirSync(programs);
  const notes = join(folder, 'notes');
  const program = (name: string, text: string) => {
    writeFileSync(join(programs, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(programs, name), 0o755);
  };
  program(
    'triquad',
    // In one write: two of a pipe note their words at the same time.
    `printf '%s\\0' "$@" '${end}' >> "${notes}"; test "$1" = completion && echo : || echo '{}'`,
  );
  // What an example passes on is not looked at here: any value does.
  for (const name of ['jq', 'pass', 'duckdb', 'python3', 'openssl'])
    program(name, 'cat > /dev/null < /dev/null; echo 1');
  for (const name of ['password.txt', 'token.txt', 'config.json']) writeFileSync(join(folder, name), '1\n');
  mkdirSync(join(folder, '.config/fish/completions'), { recursive: true });
  const script = lines.map(
    (line) => `( ${line.replaceAll('/var/lib/', `${folder}/`)}\n) < /dev/null; printf 'next\\0' >> "${notes}"`,
  );
  mkdirSync(join(folder, 'node_exporter'));
  const { stderr } = spawnSync('bash', ['-c', script.join('\n')], {
    cwd: folder,
    env: { PATH: `${programs}:${process.env.PATH}`, HOME: folder },
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(stderr.split('\n').filter((line) => /not found|syntax error|No such file/.test(line))).toEqual([]);
  const noted = readFileSync(notes, 'utf8').split('next\0').slice(0, -1);
  return noted.map((text) =>
    text
      .split(`${end}\0`)
      .slice(0, -1)
      .map((call) => call.split('\0').slice(0, -1)),
  );
}

/** What the program says against a line, without doing it; null when it takes it. */
async function refusalOf(words: readonly string[]): Promise<string | null> {
  const program = await createProgram(host);
  for (const command of everyCommand(program)) command.action(() => refuseUnknown(command));
  try {
    await program.parseAsync([...words], { from: 'user' });
    return null;
  } catch (error) {
    if (error instanceof CommandFailure) return error.message;
    throw error;
  }
}

const hasBash = spawnSync('bash', ['-c', 'true']).status === 0;

test.skipIf(!hasBash)(
  'every example of every help is run by a shell, and the program takes each of its lines',
  async () => {
    const ran = wordsOf(examples);
    expect(ran.length).toBe(examples.length);
    const silent = examples.filter((_, at) => ran[at]?.length === 0);
    expect(silent).toEqual([]);
    const refused: string[] = [];
    for (const [at, calls] of ran.entries()) {
      for (const words of calls) {
        const refusal = await refusalOf(words);
        if (refusal !== null) refused.push(`${examples[at]}: ${refusal}`);
      }
    }
    expect(refused).toEqual([]);
  },
);
