import { type RouteDefinition, type RouteName, routes } from '@triquad/core/contract';
import { Command } from 'commander';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import type { Column } from '../output.ts';
import { readAll } from '../password.ts';
import { clientCommand } from './client-command.ts';
import { withExamples } from './examples.ts';

interface Options {
  readonly body?: string;
}

type Row = RouteDefinition & { readonly name: RouteName };

const calls: readonly Row[] = Object.entries(routes).map(([name, route]) => ({
  ...(route as RouteDefinition),
  name: name as RouteName,
}));
const columns: readonly Column<Row>[] = [
  { title: 'CALL', value: ({ method }) => method },
  { title: 'PATH', value: ({ path }) => path },
  { title: 'ROLE', value: ({ role }) => role },
  { title: 'WHAT IT DOES', value: ({ summary }) => summary, shrinks: true },
];

/** `triquad api [<method> <path>]`: any call of the contract, its answer as the bot sends it. */
export function apiCommand(host: Host): Command {
  const command = new Command('api')
    .description('any call of the bot, its answer as it comes; without a call, the list of them')
    .argument('[method]', 'GET, POST, PUT or DELETE')
    .argument('[path]', 'e.g. /performance/summary or "/logs/?level=ERROR"')
    .option('--body <json>', 'what is sent with it; - for the standard input');
  clientCommand<Options>(host, command, async ({ bot, print, options, args: [method, path] }) => {
    if (method === undefined) {
      const listed = calls.map(({ name, method, path, role, summary }) => ({ name, method, path, role, summary }));
      print.rows(listed, columns, calls);
      return;
    }
    const { name, ...target } = targetOf(method.toUpperCase(), path ?? '');
    const body = options.body === undefined ? {} : { body: json(await textOf(host, options.body)) };
    const answer = await bot.download(name, { ...target, ...body } as never);
    if (answer !== '') host.stdout.write(answer.endsWith('\n') ? answer : `${answer}\n`);
  });
  return withExamples(command, [
    ['triquad api GET /performance/summary | jq .sharpe_ratio', 'one figure'],
    ['triquad api POST /notifications/mark-read --body \'{"notification_ids":[]}\'', 'with a body'],
  ]);
}

const longestBody = 1_048_576;
const textOf = async (host: Host, body: string): Promise<string> =>
  body === '-' ? readAll(host, 'a body', longestBody) : body;

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandFailure('the body is not JSON', exitCode.usage);
  }
}

/** The call of the contract that is meant, with its parameters. */
function targetOf(method: string, target: string) {
  const at = target.indexOf('?');
  const path = `/${(at < 0 ? target : target.slice(0, at)).replace(/^\/?(api\/v1\/)?\/?/, '')}`;
  const query = Object.fromEntries(new URLSearchParams(at < 0 ? '' : target.slice(at)));
  // A path without parameters is meant before one that happens to fit: /config/all, not /config/{id}.
  const fitting = calls.flatMap((call) => {
    const parameters = call.method === method ? parametersOf(call.path, path) : null;
    return parameters === null ? [] : [{ name: call.name, path: parameters, query }];
  });
  const [best] = fitting.toSorted((a, b) => Object.keys(a.path).length - Object.keys(b.path).length);
  if (best !== undefined) return best;
  throw new CommandFailure(`there is no call ${method} ${path}; "triquad api" lists them`, exitCode.usage);
}

function parametersOf(template: string, path: string): Readonly<Record<string, string>> | null {
  const bare = (text: string): string => text.replace(/\/$/, '');
  const form = bare(template)
    .replaceAll('.', '\\.')
    .replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  const found = new RegExp(`^${form}$`).exec(bare(path));
  if (found === null) return null;
  return Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, value]) => [name, decoded(value)]));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
