import type { Command } from 'commander';
import { askKey } from '../ask-key.ts';
import { answerTo } from '../confirm.ts';
import { type Connection, type ConnectionOptions, chooseBot } from '../connection.ts';
import { type Context, localName, readContexts, writeContexts } from '../contexts.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { readSecret } from '../password.ts';
import { isUnguarded } from '../trust.ts';
import { defineClientCommand, type Task } from './client-command.ts';
import { addContext, nameOf } from './context.ts';
import { option } from './define-command.ts';

interface Options extends ConnectionOptions {
  readonly user?: string;
  readonly name?: string;
  readonly passwordStdin?: true;
}

/** `triquad login`: the token is kept in the contexts of the operator, the password nowhere. */
export const loginCommand = (host: Host): Command =>
  defineClientCommand<Options>(host, {
    name: 'login',
    description: 'sign in with user and password; the token is kept with the context of the bot, readable by you alone',
    options: [
      option('--user <name>', 'who signs in (default: asks)'),
      option('--name <context>', 'name of the new context (default: host and port of the bot)', nameOf),
      option('--password-stdin', 'read the password from the standard input'),
    ],
    examples: [
      ['triquad login --url https://bot.example --name prod', 'asks for user and password, makes the context prod'],
      ['triquad login --context prod --user ana --password-stdin < password.txt', 'signs in again, from a script'],
    ],
    run: login,
  });

async function login(task: Task<Options>): Promise<void> {
  const { host, bot, connection, options, print } = task;
  const url = originOf(connection);
  const known = contextFor(task, url);
  const isAsked = connection.door === null && connection.trust?.isDemanded !== true;
  const key = (isAsked ? await askKey(host, url) : null) ?? connection.trust?.key ?? null;
  if (connection.door === null && isUnguarded(connection.apiUrl, connection.trust))
    print.note(`the password goes to ${new URL(url).origin} unencrypted: use https or a tunnel`);
  const username = options.user ?? (await askUser(host));
  const password = await readSecret(host, 'password', options.passwordStdin === true);
  const device = known === null ? undefined : readContexts().contexts[known]?.device;
  const answer = await bot.callIfOffered('auth.login', { body: { username, password, ...(device && { device }) } });
  if (answer === null) {
    throw new CommandFailure('this bot has no users: give its token with "triquad context add"', exitCode.refused);
  }
  const { name: user, role } = answer.operator;
  const context: Context = {
    url,
    token: answer.access_token,
    user,
    role,
    ...(key !== null && { key }),
    ...(answer.device && { device: answer.device }),
  };
  const name = known ?? options.name ?? new URL(url).host;
  if (known === null) addContext(name, context);
  else {
    const { current, contexts } = readContexts();
    writeContexts({ current, contexts: { ...contexts, [name]: { ...contexts[name], ...context } } });
  }
  const { current } = readContexts();
  print.fields({ context: name, url, user, role, current: current === name }, (made) => [
    { name: 'context', value: made.context },
    { name: 'bot', value: made.url },
    { name: 'user', value: `${made.user}, ${made.role}` },
  ]);
  if (current !== name) print.note(`commands use another bot: "triquad context use ${name}" makes it this one`);
}

/** The context whose token is replaced; null where a new one is made. */
function contextFor({ connection, options }: Task<Options>, url: string): string | null {
  if (connection.context !== null && options.name === undefined) return connection.context;
  const { contexts } = readContexts();
  const name = options.name ?? new URL(url).host;
  const before = Object.hasOwn(contexts, name) ? contexts[name] : undefined;
  if (before === undefined) return null;
  if (new URL(before.url).origin === new URL(url).origin) return name;
  throw new CommandFailure(
    `the context ${name} names ${before.url}; choose another --name, or remove it first`,
    exitCode.conflict,
  );
}

async function askUser(host: Host): Promise<string> {
  if (!host.stdin.isTTY) throw new CommandFailure('give the user with --user', exitCode.usage);
  const user = await answerTo(host, 'User: ');
  if (user) return user;
  throw new CommandFailure('no user was given: nothing was sent', exitCode.usage);
}

/** As it is kept: without `/api/v1`, where the bot is at its usual place. */
const originOf = ({ apiUrl }: Connection): string => apiUrl.replace(/\/api\/v1$/, '');

export const logoutCommand = (host: Host): Command =>
  defineClientCommand(host, {
    name: 'logout',
    description: 'end the session at the bot and forget its token; the context stays',
    examples: [
      ['triquad logout', 'of the current context'],
      ['triquad logout --context prod --json', 'of another'],
    ],
    run: async ({ host: { env }, bot, print, options }) => {
      const { context } = chooseBot(options, env);
      if (context === null) {
        throw new CommandFailure(
          `the bot of this machine (${localName}) has no sign-in; give --context`,
          exitCode.usage,
        );
      }
      let isEnded = context.token !== undefined;
      try {
        if (isEnded) await bot.call('auth.logout', {});
      } catch (error) {
        if (!(error instanceof CommandFailure)) throw error;
        // A token that the bot refuses is as good as ended.
        isEnded = error.exitCode === exitCode.unauthorized;
        if (!isEnded) print.note(`${error.message}; the session ends there by itself`);
      }
      const { current, contexts } = readContexts();
      const { [context.name]: before, ...others } = contexts;
      if (before) {
        const { url, key, device } = before;
        const kept = { url, ...(key !== undefined && { key }), ...(device && { device }) };
        writeContexts({ current, contexts: { ...others, [context.name]: kept } });
      }
      print.fields({ context: context.name, session_ended: isEnded, token_kept: false }, (done) => [
        { name: 'context', value: done.context },
        { name: 'session', value: done.session_ended ? 'ended' : 'not ended at the bot' },
        { name: 'token', value: 'forgotten' },
      ]);
    },
  });
