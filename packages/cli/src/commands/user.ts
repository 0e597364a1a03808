import { existsSync } from 'node:fs';
import type { OpenUsers, UserProblem } from '@triquad/bot';
import { Argument, type Command, type Option } from 'commander';
import { confirm } from '../confirm.ts';
import { dataDirectory } from '../data-directory.ts';
import { CommandFailure, type ExitCode, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import type { Column } from '../output.ts';
import { readPassword } from '../password.ts';
import { type CommandDefinition, defineCommand, type Invocation, option } from './define-command.ts';

const roles = ['viewer', 'operator', 'admin'] as const;
type Role = (typeof roles)[number];
type User = ReturnType<OpenUsers['list']>[number];

interface Options {
  readonly dataDir?: string;
  readonly role?: Role;
  readonly passwordStdin?: true;
  readonly force?: true;
}

interface Task extends Invocation<Options> {
  readonly users: OpenUsers;
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
  {
    title: 'CREATED',
    value: ({ created_at }) => new Date(created_at).toISOString(),
    shown: ({ created_at }) => minute(created_at),
  },
  {
    title: 'CHANGED',
    value: ({ changed_at }) => new Date(changed_at).toISOString(),
    shown: ({ changed_at }) => minute(changed_at),
  },
];

/** `triquad user add|list|role|passwd|remove`: on the data directory, whether its bot runs or not. */
export const userCommand = (host: Host): Command =>
  defineCommand<Options>(host, {
    name: 'user',
    description: 'who may sign in with a password, and as what',
    options: [option('--data-dir <path>', 'where the bot keeps its data')],
    subcommands: [addCommand(host), listCommand(host), roleCommand(host), passwdCommand(host), removeCommand(host)],
    examples: [
      ['triquad user add ana --role operator', 'asks for a password; ana may start, stop and execute'],
      ['triquad user list --json', 'everybody, for a script'],
    ],
  });

const addCommand = (host: Host): Command =>
  defineUserCommand(host, {
    name: 'add',
    description: 'let somebody sign in',
    arguments: [nameArgument()],
    options: [option('--role <role>', 'what the user may do').choices(roles).default('viewer'), stdinOption()],
    examples: [
      ['triquad user add ana --role operator', 'asks for a password'],
      ['triquad user add bot-watcher --password-stdin < password.txt', 'a viewer, from a script'],
    ],
    makesDirectory: true,
    act: async ({ users, print, options, args: [name = ''] }) => {
      const role = options.role ?? 'viewer';
      settle(await users.add(name, role, await readPassword(host, options.passwordStdin === true)));
      print.fields({ name, role }, userFields);
    },
  });

const listCommand = (host: Host): Command =>
  defineUserCommand(host, {
    name: 'list',
    description: 'who may sign in',
    examples: [
      ['triquad user list', 'for you'],
      ["triquad user list --json | jq -r '.[].name'", 'for a script'],
    ],
    act: async ({ users, print }) => {
      const all = users.list();
      const document = all.map(({ created_at, changed_at, ...user }) => ({
        ...user,
        created_at: new Date(created_at).toISOString(),
        changed_at: new Date(changed_at).toISOString(),
      }));
      print.rows(document, columns, all);
    },
  });

const roleCommand = (host: Host): Command =>
  defineUserCommand(host, {
    name: 'role',
    description: 'give a user another role; ends the sessions of that user',
    arguments: [nameArgument(), new Argument('<role>').choices(roles)],
    options: [forceOption()],
    exits: ['conflict'],
    examples: [
      ['triquad user role ana admin', 'ana may do everything'],
      ['triquad user role ana viewer --json', 'for a script'],
    ],
    act: async ({ users, print, options, args: [name = '', role = ''] }) => {
      settle(await users.update(name, { role: role as Role }, options.force === true));
      print.fields({ name, role }, userFields);
    },
  });

const passwdCommand = (host: Host): Command =>
  defineUserCommand(host, {
    name: 'passwd',
    description: 'give a user another password; ends the sessions of that user',
    arguments: [nameArgument()],
    options: [stdinOption()],
    examples: [
      ['triquad user passwd ana', 'asks for it'],
      ['triquad user passwd ana --password-stdin < password.txt', 'from a script'],
    ],
    act: async ({ users, print, options, args: [name = ''] }) => {
      if (users.get(name) === null) settle(unknown(name));
      settle(await users.update(name, { password: await readPassword(host, options.passwordStdin === true) }, true));
      print.fields({ name, password_changed: true }, () => [{ name: 'user', value: `${name} has a new password` }]);
    },
  });

const removeCommand = (host: Host): Command =>
  defineUserCommand(host, {
    name: 'remove',
    description: 'take away the sign-in of a user and end the sessions of that user; asks',
    arguments: [nameArgument()],
    options: [forceOption()],
    exits: ['conflict'],
    examples: [
      ['triquad user remove ana', 'asks first'],
      ['triquad user remove ana --yes --json', 'for a script'],
    ],
    act: async ({ users, print, options, args: [name = ''] }) => {
      await confirm(host, options.yes, `The user ${name} is to be removed.`);
      settle(users.remove(name, options.force === true));
      print.fields({ name, removed: true }, () => [{ name: 'removed', value: name }]);
    },
  });

const nameArgument = (): Argument => new Argument('<name>', 'name of the user');
const stdinOption = (): Option => option('--password-stdin', 'read the password from the standard input');
const forceOption = (): Option => option('--force', 'though no other admin remains');

type UserCommandDefinition = Omit<CommandDefinition<Options>, 'run'> & {
  /** True if the command may create the data directory. */
  readonly makesDirectory?: true;
  readonly act: (task: Task) => Promise<void>;
};

function defineUserCommand(host: Host, { makesDirectory, act, options = [], ...rest }: UserCommandDefinition): Command {
  return defineCommand<Options>(host, {
    ...rest,
    options: [...options, option('--data-dir <path>', 'where the bot keeps its data')],
    run: async (invocation) => {
      const directory = dataDirectory(invocation.options.dataDir);
      if (makesDirectory !== true && !existsSync(directory)) {
        const advice = '"triquad serve" makes it; give another with --data-dir';
        throw new CommandFailure(`there is no data directory ${directory}; ${advice}`, exitCode.refused);
      }
      const { CannotStart, openUsers } = await import('@triquad/bot');
      try {
        using users = openUsers(directory);
        await act({ ...invocation, users });
      } catch (error) {
        throw error instanceof CannotStart ? new CommandFailure(error.message, error.exitCode as ExitCode) : error;
      }
    },
  });
}

/** @throws CommandFailure for a problem. */
function settle(problem: UserProblem | null): void {
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
