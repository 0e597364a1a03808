import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { usd } from './primitives.ts';
import { ProvenanceRecord } from './provenance.ts';
import { routes } from './routes.ts';

type Schema = z.core.$ZodType;

const inner = (schema: Schema): readonly Schema[] => {
  const def = schema._zod.def as unknown as Record<string, unknown>;
  const one = (name: string) => (def[name] === undefined ? [] : [def[name] as Schema]);
  return [
    ...one('innerType'),
    ...one('element'),
    ...one('valueType'),
    ...one('in'),
    ...one('out'),
    ...((def.options as Schema[]) ?? []),
    ...((def.items as Schema[]) ?? []),
  ];
};
/** A source must be there. It may be null: where a journal or bot of before does not state it, or nothing has begun. */
const states = (schema: Schema | undefined): boolean =>
  schema !== undefined &&
  schema._zod.def.type !== 'optional' &&
  (schema === ProvenanceRecord || inner(schema).some(states));

/** Paths of money that neither its own record nor one around it states the source of. */
const unmarked = (schema: Schema, path: string, isMarked: boolean): readonly string[] => {
  if (schema === usd) return isMarked ? [] : [path];
  const shape = (schema._zod.def as unknown as { shape?: Record<string, Schema> }).shape;
  if (shape === undefined) return inner(schema).flatMap((one) => unmarked(one, path, isMarked));
  const own = isMarked || states(shape.provenance);
  return Object.entries(shape).flatMap(([name, field]) => unmarked(field, `${path}.${name}`, own));
};

test('each answer with money states its provenance', () => {
  expect(Object.entries(routes).flatMap(([name, { record }]) => unmarked(record, name, false))).toEqual([]);
});

test('a source that may be left out is none', () => {
  const money = (provenance: Schema) => z.object({ provenance, profit: usd });
  expect(unmarked(money(z.optional(ProvenanceRecord)), 'record', false)).toEqual(['record.profit']);
  expect(unmarked(money(z.nullable(z.optional(ProvenanceRecord))), 'record', false)).toEqual(['record.profit']);
  expect(unmarked(money(z.nullable(ProvenanceRecord)), 'record', false)).toEqual([]);
});
