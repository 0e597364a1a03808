import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import type { Host } from './host.ts';
import { createProgram } from './program.ts';
import { always, triquad } from './run-against.ts';

const program = await createProgram({} as Host);

/** Every command and subcommand, with words for its arguments and mandatory options. */
function everyCommand(command: Command, path = ''): { path: string; line: string; command: Command }[] {
  return command.commands.flatMap((one) => {
    const own = `${path} ${one.name()}`.trim();
    const words = one.registeredArguments.map(
      ({ argChoices, variadic }) => argChoices?.[0] ?? (variadic ? 'a=1' : 'a'),
    );
    const options = one.options.flatMap(({ mandatory, long, argChoices }) =>
      mandatory ? [long, argChoices?.[0] ?? mandatoryValues[long ?? ''] ?? 'a'] : [],
    );
    return [{ path: own, line: [own, ...words, ...options].join(' '), command: one }, ...everyCommand(one, own)];
  });
}

const mandatoryValues: Record<string, string> = {
  '--quantity': '1',
  '--from': '2026-01-31',
  '--to': '2026-02-01',
  '--api-url': 'http://127.0.0.1:1',
};

const all = everyCommand(program);
const takesMore = ({ command }: (typeof all)[number]) => command.registeredArguments.at(-1)?.variadic === true;

test('there are as many commands as there were, or more', () => {
  expect(all.length).toBeGreaterThanOrEqual(60);
});

const wrong: [string, string, string][] = all.flatMap((one): [string, string, string][] => {
  const { path, line, command } = one;
  const [subcommand] = command.commands;
  const misspelt = subcommand && `${subcommand.name().slice(0, -1)}${subcommand.name().slice(-1)}x`;
  return [
    ...(takesMore(one) ? [] : [[`${line} excess`, path, 'an extra word'] as [string, string, string]]),
    ...(misspelt ? [[`${path} ${misspelt}`, path, 'a misspelt subcommand'] as [string, string, string]] : []),
    ...(misspelt ? [[`${path} ${misspelt} --help`, path, 'help of a misspelt one'] as [string, string, string]] : []),
    [`${line} --no-such-option`, path, 'an unknown option'],
    [`${line} --yes --json=x`, path, 'a value for a switch'],
  ];
});

test.each(wrong)('"triquad %s" is wrong usage, names its command, and makes no call', async (line, path) => {
  const { code, out, err, calls } = await triquad(line, always(200, {}));
  expect({ code, out, calls }).toEqual({ code: 2, out: '', calls: [] });
  expect(err).toContain(`see triquad ${path} --help`);
});

describe.each(all.map(({ path, command }) => [path, command] as const))('triquad %s', (path, command) => {
  test('declares --json and --yes', () => {
    expect(command.options.map(({ long }) => long)).toEqual(expect.arrayContaining(['--json', '--yes']));
  });

  test('ends its help with exit codes and two examples or more', async () => {
    const { code, out } = await triquad(`help ${path}`, always(200, {}));
    expect(code).toBe(0);
    expect(out).toMatch(/\nExit codes:\n {2}0 {4}done\n/);
    expect(out.match(/^ {2}\$ .*triquad/gm)?.length ?? 0).toBeGreaterThanOrEqual(2);
  });
});
