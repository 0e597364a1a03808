import { type CallName, clientRoutes, type RouteDefinition, routes } from '@triquad/core/contract';
import { CommandFailure, exitCode } from './exit-code.ts';

/** A call of the contract. */
export type AnyCall = RouteDefinition & { readonly name: CallName };

/** Every call that a bot may answer; the summary names the capability of those that the embedded bot does not answer. */
export const calls: readonly AnyCall[] = Object.entries(clientRoutes).map(
  ([name, route]: [string, RouteDefinition]) => ({
    ...route,
    name: name as CallName,
    summary: Object.hasOwn(routes, name) ? route.summary : `${route.summary} (needs ${route.extension})`,
  }),
);

/** Finds the call of the contract by method and path, with its parameters. */
export function targetOf(method: string, target: string) {
  const at = target.indexOf('?');
  const path = `/${(at < 0 ? target : target.slice(0, at)).replace(/^\/?(api\/v1\/)?\/?/, '')}`;
  const query = Object.fromEntries(new URLSearchParams(at < 0 ? '' : target.slice(at)));
  // A path without parameters wins over one that also fits: /config/all, not /config/{id}.
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
