import * as z from 'zod/mini';
import { ProblemRecord } from './problem.ts';
import type { RouteDefinition } from './route.ts';
import { routes } from './routes.ts';

type Json = { [key: string]: unknown };
/** Statuses whose answer has a `Retry-After` header. */
const waits = [429, 503];
const always = [400, 401, 403, 404, 413, 422, 429, 500, 503];

const schemaOf = (schema: z.core.$ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
};

const text = { type: 'string' };

/** Media types of answers in other formats than JSON. */
const mediaTypes: Readonly<Record<string, string>> = {
  html: 'text/html',
  csv: 'text/csv',
  parquet: 'application/vnd.apache.parquet',
};

const keyOf = ({ keyed }: RouteDefinition): Json => ({
  $ref: `#/components/parameters/${keyed ? 'RequiredKey' : 'IdempotencyKey'}`,
});

const parametersOf = (route: RouteDefinition): Json[] => {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: text,
  }));
  const query = route.query === null ? {} : ((schemaOf(route.query, 'output').properties as Json | undefined) ?? {});
  const needed = route.query === null ? [] : ((schemaOf(route.query, 'input').required as string[] | undefined) ?? []);
  const inQuery = Object.entries(query).map(([name, schema]) => ({
    name,
    in: 'query',
    required: needed.includes(name),
    schema,
  }));
  return [...inPath, ...inQuery, ...(route.idempotent ? [keyOf(route)] : [])];
};

const bytes = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };

const bodyOf = ({ body, takes }: RouteDefinition): Json =>
  body === null
    ? takes === 'file'
      ? { requestBody: { required: true, content: bytes } }
      : {}
    : {
        requestBody: {
          required: !z.safeParse(body, undefined).success,
          content: { 'application/json': { schema: schemaOf(body, 'input') } },
        },
      };

const headers = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };

const answersOf = (route: RouteDefinition): Json => {
  const formats = (route.query === null ? {} : (schemaOf(route.query, 'output').properties as Json | undefined)) ?? {};
  const { enum: named = ['json'] } = (formats.format ?? {}) as { enum?: string[] };
  const content = Object.fromEntries(
    named.map((format) => [
      mediaTypes[format] ?? 'application/json',
      { schema: format === 'json' ? schemaOf(route.record, 'output') : text },
    ]),
  );
  const success = { description: route.summary, headers, ...(route.success === 204 ? {} : { content }) };
  const refusals = [...always, ...route.refuses].filter(
    (status) => status !== 401 || route.role !== 'open' || route.refuses.includes(status),
  );
  const problemOf = (status: number) => ({
    $ref: `#/components/responses/${waits.includes(status) ? 'ProblemForNow' : 'Problem'}`,
  });
  return { [route.success]: success, ...Object.fromEntries(refusals.map((status) => [status, problemOf(status)])) };
};

const keyHeader = (required: boolean, description: string): Json => ({
  name: 'Idempotency-Key',
  in: 'header',
  required,
  description,
  schema: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[!-~]+$' },
});

const problemContent = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
const components: Json = {
  schemas: { Problem: schemaOf(ProblemRecord, 'output') },
  parameters: {
    IdempotencyKey: keyHeader(
      false,
      'The same call under the same key has one effect, and one answer for 24 hours. An execution of real money needs it, and one that names what was shown.',
    ),
    RequiredKey: keyHeader(true, 'The same call under the same key has one effect, however late it is repeated.'),
  },
  headers: {
    RequestId: { description: 'Names this call in the log and the audit trail.', schema: text },
    RetryAfter: { description: 'Seconds.', schema: { type: 'integer', minimum: 1 } },
  },
  responses: {
    Problem: { description: 'Problem (RFC 9457)', headers, content: problemContent },
    ProblemForNow: {
      description: 'Problem that may be over soon',
      headers: { ...headers, 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
      content: problemContent,
    },
  },
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer', description: 'A token of a sign-in, or of the data directory.' },
    application: {
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
      description: 'Names the application that calls; it opens nothing.',
    },
  },
};

const tagOf = (name: string): string => name.split('.')[0] ?? name;

const operationOf = (name: string, route: RouteDefinition): Json => ({
  operationId: name,
  summary: route.summary,
  tags: [tagOf(name)],
  parameters: parametersOf(route),
  ...bodyOf(route),
  responses: answersOf(route),
  ...(route.role === 'open' ? { security: [] } : { 'x-role': route.role }),
  ...(route.extension === null ? {} : { 'x-extension': route.extension }),
});

/** The OpenAPI 3.1 document of the endpoint table. `base` is the path of the API, e.g. `/api/v1`. */
export const openApi = (version: string, base: string): Json => {
  const paths: Record<string, Json> = {};
  for (const [name, route] of Object.entries(routes) as [string, RouteDefinition][]) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(name, route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'triquad',
      version,
      description: 'The calls of a triquad bot. Times are ISO 8601 UTC, money is USD, percentages are percent.',
    },
    servers: [{ url: base }],
    security: [{ bearer: [] }, { bearer: [], application: [] }],
    tags: [...new Set(Object.keys(routes).map(tagOf))].map((name) => ({ name })),
    paths,
    components,
  };
};
