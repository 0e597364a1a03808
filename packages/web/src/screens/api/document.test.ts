import { openApi, type RouteDefinition, routes } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { operationsOf } from './document.ts';
import { fieldsOf, sampleOf, typeText } from './schema.ts';
import { shellLines } from './shell-lines.ts';

const operations = operationsOf(openApi('9.9.9', '/api/v1'));
const operation = (id: string) => {
  const found = operations.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no ${id}`);
  return found;
};

test('every call of the contract is read, with its role, capability, parameters and body', () => {
  const table = Object.entries(routes) as [string, RouteDefinition][];
  expect(operations.map(({ id }) => id).sort()).toEqual(table.map(([name]) => name).sort());
  for (const [name, route] of table) {
    const read = operation(name);
    expect([name, read.method, read.path, read.role, read.extension]).toEqual([
      name,
      route.method,
      route.path,
      route.role,
      route.extension,
    ]);
    const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    expect(read.parameters.filter(({ where }) => where === 'path').map((one) => one.name)).toEqual(inPath);
    expect([name, read.parameters.some(({ where }) => where === 'header')]).toEqual([name, route.idempotent]);
    expect([name, read.body !== null, read.success.status]).toEqual([
      name,
      route.body !== null || route.takes === 'file',
      `${route.success}`,
    ]);
  }
});

test('types say bounds, choices, defaults and what may be null', () => {
  const limit = operation('orders.list').parameters.find(({ name }) => name === 'limit');
  expect([limit?.type, limit?.isRequired]).toEqual(['integer 1…500, default 50', false]);
  expect(operation('orders.list').parameters.find(({ name }) => name === 'status')?.values).toContain('filled');
  expect(typeText({ type: ['string', 'null'] })).toBe('string or null');
  expect(typeText({ anyOf: [{ type: 'number', minimum: 0 }, { type: 'null' }] })).toBe('number ≥ 0 or null');
  expect(typeText({ type: 'array', items: { type: 'object', properties: {} } })).toBe('list of object');
  expect(typeText({ enum: ['a', 'b'] })).toBe('"a" | "b"');
  expect(typeText({ type: 'object', additionalProperties: { type: 'number' } })).toBe('object of number');
});

test('fields of objects in lists are those of their rows', () => {
  const [data] = fieldsOf(operation('orders.list').success.schema);
  expect(data).toMatchObject({ name: 'data', type: 'list of object', isRequired: true });
  expect(data?.fields.map(({ name }) => name)).toContain('filled_quantity');
});

test('a body to begin with has what is required', () => {
  const { body } = operation('orders.place');
  expect(sampleOf(body?.schema)).toEqual({ exchange: '', symbol: '', side: 'buy', type: 'limit', quantity: 0 });
});

const lines = (id: string) => shellLines(operation(id), 'http://bot/api/v1');

test('the lines for a shell have placeholders, what is required, and neither token nor key', () => {
  expect(lines('orders.list')).toEqual({
    curl: `curl 'http://bot/api/v1/orders/' \\\n  -H "Authorization: Bearer $TRIQUAD_TOKEN"`,
    triquad: 'triquad api GET /orders/',
  });
  expect(lines('health').curl).toBe("curl 'http://bot/api/v1/health'");
  const body = '{"exchange":"","symbol":"","side":"buy","type":"limit","quantity":0}';
  expect(lines('orders.place')).toEqual({
    curl: [
      "curl -X POST 'http://bot/api/v1/orders/'",
      '-H "Authorization: Bearer $TRIQUAD_TOKEN"',
      '-H "Idempotency-Key: $KEY"',
      "-H 'Content-Type: application/json'",
      `-d '${body}'`,
    ].join(' \\\n  '),
    triquad: `triquad api POST /orders/ --body '${body}'`,
  });
  expect(lines('orders.cancel').triquad).toBe("triquad api POST '/orders/{id}/cancel'");
  expect(lines('recordings.files.upload')).toMatchObject({
    curl: expect.stringContaining('--data-binary @FILE'),
    triquad: "triquad api PUT '/recordings/files/{name}' --file FILE",
  });
});
