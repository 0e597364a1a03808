import { openApi, type RouteDefinition, routes } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { operationsOf } from './document.ts';
import { callOf, missingIn, shellOf } from './request.ts';
import { fieldsOf, sampleOf, typeText } from './schema.ts';

const operations = operationsOf(openApi('9.9.9', '/api/v1')) ?? [];
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

test.each([
  ['null', null],
  ['a page of HTML', '<!doctype html>'],
  ['a list', [1]],
  ['no paths', { openapi: '3.1.0' }],
  ['paths without calls', { paths: { '/x': { summary: 'nothing' }, '/y': null } }],
])('%s is no document', (_, value) => expect(operationsOf(value)).toBe(null));

test('what is odd in a document is left out, and the rest is read', () => {
  const document = {
    paths: {
      '/x': {
        get: { parameters: [null, { name: 7 }, { $ref: '#/nowhere' }, { name: 'a', in: 'query' }], responses: null },
        post: 'no',
      },
    },
  };
  expect(operationsOf(document)).toMatchObject([
    { id: 'get /x', method: 'GET', path: '/x', role: 'viewer', parameters: [{ name: 'a', type: 'any' }] },
  ]);
});

test('a body to begin with has what is required', () => {
  const { body } = operation('orders.place');
  expect(sampleOf(body?.schema)).toEqual({ exchange: '', symbol: '', side: 'buy', type: 'limit', quantity: 0 });
});

test('a call is sent with its path filled in and escaped, and only the query that was given', () => {
  const cancel = operation('orders.cancel');
  expect(missingIn(cancel, { id: ' ' })).toBe('id');
  expect(callOf(cancel, { id: 'a/b', 'Idempotency-Key': 'k1' }, ' ')).toEqual({
    method: 'POST',
    address: '/orders/a%2Fb/cancel',
    key: 'k1',
  });
  expect(callOf(operation('orders.list'), { limit: '5', status: '' }, '').address).toBe('/orders/?limit=5');
});

test('the same call in a shell quotes its values and never shows the token', () => {
  expect(shellOf(operation('bot.kill'), {}, '{\n "reason": "it\'s late"\n}', 'http://bot/api/v1')).toBe(
    [
      "curl -X POST 'http://bot/api/v1/bot/kill'",
      '-H "Authorization: Bearer $TRIQUAD_TOKEN"',
      "-H 'Content-Type: application/json'",
      `-d '{"reason":"it'\\''s late"}'`,
    ].join(' \\\n  '),
  );
});
