import * as z from 'zod/mini';
import { ProblemRecord } from './problem.ts';
import type { RouteDefinition } from './route.ts';
import { routes } from './routes.ts';

type Json = { [key: string]: unknown };
const always = [400, 401, 403, 404, 413, 422, 429, 500, 503];

const schemaOf = (schema: z.core.$ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
};

const parametersOf = (route: RouteDefinition): Json[] => {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const query = route.query === null ? {} : ((schemaOf(route.query, 'output').properties as Json | undefined) ?? {});
  const inQuery = Object.entries(query).map(([name, schema]) => ({ name, in: 'query', required: false, schema }));
  const key = { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } };
  return [...inPath, ...inQuery, ...(route.idempotent ? [key] : [])];
};

const answersOf = (route: RouteDefinition): Json => {
  const content = { 'application/json': { schema: schemaOf(route.record, 'output') } };
  const success = { description: route.summary, ...(route.success === 204 ? {} : { content }) };
  const problem = {
    description: 'Problem',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
  const refusals = [...always, ...route.refuses].filter(
    (status) => route.role !== 'open' || (status !== 401 && status !== 403),
  );
  return { [route.success]: success, ...Object.fromEntries(refusals.map((status) => [status, problem])) };
};

const operationOf = (name: string, route: RouteDefinition): Json => ({
  operationId: name,
  summary: route.summary,
  tags: [name.split('.')[0]],
  parameters: parametersOf(route),
  ...(route.body === null
    ? {}
    : { requestBody: { content: { 'application/json': { schema: schemaOf(route.body, 'input') } } } }),
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
    security: [{ bearer: [] }],
    paths,
    components: {
      schemas: { Problem: schemaOf(ProblemRecord, 'output') },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
};
