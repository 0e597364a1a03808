import { existsSync } from 'node:fs';
import type { OpenUsers, UserProblem } from '@triquad/bot';
import { Argument, Command, Option } from 'commander';
import { dataDirectory } from '../data-directory.ts';
import { CommandFailure, type ExitCode, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import type { Column } from '../output.ts';
import { readPassword } from '../password.ts';
import { createPrinter, type Printer } from '../printer.ts';
import { withExamples } from './examples.ts';

const roles = ['viewer', 'operator', 'admin'] as const;
type Role = (typeof roles)[number];
type User = ReturnType<OpenUsers['list']>[number];

interface Options {
  readonly dataDir?: string;
  readonly json?: true;
  readonly role?: Role;
  readonly passwordStdin?: true;
  readonly force?: true;
}

interface Task {
  readonly users: OpenUsers;
  readonly print: Printer;
  readonly options: Options;
  readonly args: readonly string[];
}

const exitCodes: Record<UserProblem['problem'], ExitCode> = {
  'not-valid': exitCode.usage,
  exists: exitCode.conflict,
  unknown: exitCode.refused,
  'last-admin': exitCode.conflict,
};

const columns: Column<User>[] = [
  { title: 'NAME', value: ({ name }) => name },
  { title: 'ROLE', value: ({ role }) => role },
  { title: 'SESSIONS', value: ({ sessions }) => String(sessions), align: 'right' },
  { title: 'CREATED', value: ({ created_at }) => minute(created_at) },
  { title: 'CHANGED', value: ({ changed_at }) => minute(changed_at) },
];

/** `triquad user add|list|role|passwd|remove`: on the data directory, whether its bot runs or not. */
export function userCommand(host: Host): Command {
  const command = new Command('user')
    .description('who may sign in with a password, and as what')
    .option('--data-dir <path>', 'where the bot keeps its data')
    .option('--json', 'print JSON');
  const commands = [addCommand(host), listCommand(host), roleCommand(host), passwdCommand(host), removeCommand(host)];
  for (const one of commands) command.addCommand(one);
  return withExamples(command, [
    ['triquad user add ana --role operator', 'asks for a password; ana may start, stop and execute'],
    ['triquad user list --json', 'everybody, for a script'],
  ]);
}

function addCommand(host: Host): Command {
  const command = named('add', 'let somebody sign in')
    .addOption(new Option('--role <role>', 'what the user may do').choices(roles).default('viewer'))
    .addOption(fromStdin());
  return userTask(host, command, true, async ({ users, print, options, args: [name = ''] }) => {
    const role = options.role ?? 'viewer';
    done(await users.add(name, role, await readPassword(host, options.passwordStdin === true)));
    print.fields({ name, role }, userFields);
  });
}

function listCommand(host: Host): Command {
  const command = new Command('list').description('who may sign in');
  return userTask(host, command, false, async ({ users, print }) => {
    const all = users.list();
    const document = all.map(({ created_at, changed_at, ...user }) => ({
      ...user,
      created_at: new Date(created_at).toISOString(),
      changed_at: new Date(changed_at).toISOString(),
    }));
    print.rows(document, columns, all);
  });
}

function roleCommand(host: Host): Command {
  const command = named('role', 'give a user another role; ends the sessions of that user')
    .addArgument(new Argument('<role>').choices(roles))
    .addOption(force('though no other admin remains'));
  return userTask(host, command, false, async ({ users, print, options, args: [name = '', role = ''] }) => {
    done(users.changeRole(name, role as Role, options.force === true));
    print.fields({ name, role }, userFields);
  });
}

function passwdCommand(host: Host): Command {
  const command = named('passwd', 'give a user another password; ends the sessions of that user').addOption(
    fromStdin(),
  );
  return userTask(host, command, false, async ({ users, print, options, args: [name = ''] }) => {
    if (!users.list().some((user) => user.name.toLowerCase() === name.toLowerCase())) done(unknown(name));
    done(await users.changePassword(name, await readPassword(host, options.passwordStdin === true)));
    print.note(`${name} has a new password`);
  });
}

function removeCommand(host: Host): Command {
  const command = named('remove', 'let a user sign in no more; ends the sessions of that user').addOption(
    force('though no other admin remains'),
  );
  return userTask(host, command, false, async ({ users, print, options, args: [name = ''] }) => {
    done(users.remove(name, options.force === true));
    print.note(`${name} is removed`);
  });
}

const named = (name: string, description: string): Command =>
  new Command(name).description(description).argument('<name>', 'name of the user');
const fromStdin = () => new Option('--password-stdin', 'read the password from the standard input');
const force = (what: string) => new Option('--force', what);

function userTask(host: Host, command: Command, makes: boolean, act: (task: Task) => Promise<void>): Command {
  return command
    .option('--data-dir <path>', 'where the bot keeps its data')
    .option('--json', 'print JSON')
    .action(async function run(this: Command) {
      const options = this.optsWithGlobals<Options>();
      const directory = dataDirectory(options.dataDir);
      if (!makes && !existsSync(directory)) {
        const advice = '"triquad serve" makes it; give another with --data-dir';
        throw new CommandFailure(`there is no data directory ${directory}; ${advice}`, exitCode.refused);
      }
      const { CannotStart, openUsers } = await import('@triquad/bot');
      try {
        using users = openUsers(directory);
        await act({ users, print: createPrinter(host, options.json === true), options, args: this.processedArgs });
      } catch (error) {
        throw error instanceof CannotStart ? new CommandFailure(error.message, error.exitCode as ExitCode) : error;
      }
    });
}

function done(problem: UserProblem | null): void {
  if (problem === null) return;
  const advice = problem.problem === 'last-admin' ? '; with --force only the admin token remains' : '';
  throw new CommandFailure(`${problem.detail}${advice}`, exitCodes[problem.problem]);
}

const userFields = (user: { name: string; role: string }) => [
  { name: 'user', value: user.name },
  { name: 'role', value: user.role },
];

const unknown = (name: string): UserProblem => ({ problem: 'unknown', detail: `there is no user ${name}` });

const minute = (at: number): string => `${new Date(at).toISOString().slice(0, 16)}Z`;
