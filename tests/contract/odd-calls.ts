import { openApi, type RouteName, routes } from '@triquad/core/contract';
import type { Chance } from './chance.ts';
import { likelyBody } from './odd-recipes.ts';
import { anything, fitting, type Known, oddWord, rawBody, type Schema, spoiled } from './odd-values.ts';

interface Operation {
  readonly operationId: RouteName;
  readonly parameters: readonly { readonly name?: string; readonly in?: string; readonly schema?: Schema }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  readonly responses: Readonly<Record<string, unknown>>;
}

/** One call as it goes over the wire. */
export interface OddCall {
  readonly name: RouteName;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** The statuses that it may be answered with; null where the method is none of the call's. */
  readonly statuses: readonly number[] | null;
}

const { paths } = openApi('test', '/api/v1') as unknown as { paths: Record<string, Record<string, Operation>> };
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);
/** These copy the data directory, would leave the test without its tokens or with another bot, or look at real exchanges. */
const LEFT_OUT: readonly RouteName[] = [
  'system.backup',
  'system.doctor',
  'auth.logout',
  'market.choose',
  'market.check',
];
/** What the others depend on is called more often, what puts an end to it less; the others once. */
const OFTEN: Readonly<Partial<Record<RouteName, number>>> = {
  'bot.start': 4,
  'bot.kill': 0.2,
  'bot.kill.reset': 3,
  'bot.stop': 0.5,
  'bot.mode': 0.5,
  'config.create': 2,
  'config.update': 2,
  'config.activate': 2,
  'opportunities.list': 3,
  'opportunities.best': 3,
  'orders.preview': 3,
  'orders.execute': 4,
  'orders.place': 4,
  'orders.cancel': 2,
  'backtest.run': 0.1,
};
const candidates = operations
  .filter(({ operation }) => !LEFT_OUT.includes(operation.operationId))
  .flatMap((one) => Array.from({ length: 10 * (OFTEN[one.operation.operationId] ?? 1) }, () => one));
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'];

/** A call that nearly fits, or does not at all. */
export function oddCall(chance: Chance, known: Known): OddCall {
  const { path, method, operation } = chance.pick(candidates);
  const kind = operation.operationId.split('.')[0];
  const isOtherMethod = chance.happens(0.02);
  const schema = operation.requestBody?.content['application/json']?.schema;
  const sends = method !== 'GET' || chance.happens(0.02);
  return {
    name: operation.operationId,
    method: isOtherMethod ? chance.pick(METHODS) : method,
    target: `/api/v1${pathFor(path, () => oddWord(chance, known, kind))}?${queryFor(operation, chance, known)}`,
    headers: {
      ...(chance.happens(routes[operation.operationId].keyed ? 0.9 : 0.3)
        ? { 'idempotency-key': chance.pick(['a', 'b', 'c', 'd e', 'x'.repeat(300), `k${chance.below(1_000)}`]) }
        : {}),
      'content-type': chance.happens(0.98) ? 'application/json' : chance.pick(['text/plain', 'application/xml', '']),
    },
    body: sends ? bodyText(operation.operationId, schema, chance, known) : undefined,
    statuses: isOtherMethod ? null : Object.keys(operation.responses).map(Number),
  };
}

/** A body that the call may well take, one by its schema or nearly, or no body at all. */
function bodyText(name: RouteName, schema: Schema | undefined, chance: Chance, known: Known): string | undefined {
  if (chance.happens(0.05)) return rawBody(chance);
  if (schema === undefined) return chance.happens(0.8) ? undefined : JSON.stringify(anything(chance, known, 2));
  const likely = chance.happens(0.7) ? likelyBody(name, chance, known) : null;
  const value = likely === null ? fitting(schema, chance, known) : likely.value;
  return JSON.stringify(chance.happens(likely === null ? 0.5 : 0.85) ? value : spoiled(value, chance, known));
}

function pathFor(path: string, word: () => string): string {
  return path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(word().toWellFormed()) || 'x');
}

function queryFor({ parameters }: Operation, chance: Chance, known: Known): URLSearchParams {
  const query = new URLSearchParams();
  for (const { name = '', in: place, schema = {} } of parameters) {
    while (place === 'query' && chance.happens(query.has(name) ? 0.02 : 0.4)) {
      query.append(name, String(chance.happens(0.6) ? fitting(schema, chance, known, name) : oddWord(chance, known)));
    }
  }
  return query;
}
