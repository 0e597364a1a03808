import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import * as z from 'zod/mini';
import { enveloped, looseRows } from './answer.ts';
import { extended, mark } from './mark.ts';
import { asOfCommit, coded, time } from './primitives.ts';
import { ProvenanceRecord } from './provenance.ts';
import { readWith, tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';

const Leg = mark(z.object({ market: z.string(), price: z.nullable(z.number()) }), { required: ['market'] });
const RowRecord = mark(
  z.object({
    id: z.string(),
    side: z.enum(['buy', 'sell']),
    price: z.number(),
    halted: z.nullable(z.object({ reason: z.string() })),
    legs: z.array(Leg),
    balances: z.record(z.string(), z.number()),
    at: time,
    note: z.optional(z.string()),
    extra: z.optional(z.array(Leg)),
    metadata: z.record(z.string(), z.unknown()),
    level: z.string(),
    profit: z.nullable(z.number()),
    gain: z.nullable(z.number()),
    ...coded,
  }),
  {
    required: ['id'],
    defaults: { level: 'info' },
    aliases: [['profit', 'gain']],
    apart: ['metadata'],
    computed: ({ level }: { level: string }) => ({ level: level.toLowerCase() }),
  },
);
type Row = z.infer<typeof RowRecord>;
const Row = tolerant(RowRecord);
const whole: Row = {
  id: '1',
  side: 'buy',
  price: 2,
  halted: { reason: 'kill' },
  legs: [{ market: 'A/B', price: 1 }],
  balances: { BTC: 1 },
  at: '2026-01-31T12:00:00.000Z',
  note: 'x',
  extra: [{ market: 'C/D', price: null }],
  metadata: { a: 1 },
  level: 'info',
  profit: 3,
  gain: 3,
  code: 'c',
  params: { n: 1 },
};
const read = (value: unknown) => readWith(Row, value);
const without = (name: string) => Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name));

describe('a record that lacks a field', () => {
  const empty: Readonly<Record<string, unknown>> = {
    ...{ side: null, price: null, halted: null, at: null, legs: [], balances: {}, metadata: {}, level: 'info' },
    ...{ profit: 3, gain: 3 },
  };
  test.each(Object.keys(whole).filter((name) => name !== 'id'))('%s', (name) => {
    for (const sent of [without(name), { ...whole, [name]: null }]) {
      const expected = Object.hasOwn(empty, name) ? { ...whole, [name]: empty[name] } : without(name);
      expect(read(sent)).toEqual({ ok: true, value: expected, omitted: [] });
    }
  });

  it('is refused without a required one', () => {
    for (const sent of [without('id'), { ...whole, id: null }])
      expect(read(sent)).toEqual({ ok: false, path: 'id', reason: 'not a text' });
  });

  it('has null and not an empty text, which would replace the known one when it is merged', () => {
    const known = { side: 'buy' };
    const { side } = Row.parse({ id: 1 });
    expect(side ?? known.side).toBe('buy');
  });
});

describe('a field that is unreadable', () => {
  const refused = { id: {}, side: true, price: 'dear', halted: 7, legs: [{}], balances: { BTC: 'x' }, at: 'soon' };
  test.each(Object.entries({ ...refused, level: {}, profit: 'x' }))('refuses the record: %s', (name, value) => {
    expect(read({ ...whole, [name]: value })).toMatchObject({ ok: false, path: expect.stringMatching(`^${name}`) });
  });

  test.each(Object.entries({ note: {}, extra: [{ market: 'C/D' }, {}], code: [] }))(
    'is absent if optional: %s',
    (name, value) => {
      const reading = read({ ...whole, [name]: value });
      expect(reading).toMatchObject({ ok: true, omitted: [{ path: expect.stringMatching(`^${name}`) }] });
      expect(reading).toHaveProperty(`value.${name}`, undefined);
    },
  );

  it('counts as missing if its mark says so', () => {
    expect(read({ ...whole, metadata: 'none' })).toEqual({
      ok: true,
      value: { ...whole, metadata: {} },
      omitted: [{ path: 'metadata', reason: 'not an object' }],
    });
  });

  it('leaves out the parameters that a text cannot show, and no others', () => {
    const reading = read({ ...whole, params: { a: 1, b: 'x', c: [1], d: null, e: {}, f: Number.NaN } });
    expect(reading).toMatchObject({ ok: true, value: { params: { a: 1, b: 'x', d: null } } });
    expect(reading.ok && reading.omitted.map(({ path }) => path)).toEqual(['params.c', 'params.e', 'params.f']);
  });

  it('is named by its place', () => {
    const sent = { ...whole, legs: [whole.legs[0], { market: 'C/D', price: 'dear' }] };
    expect(read(sent)).toEqual({ ok: false, path: 'legs.1.price', reason: 'not a number' });
    expect(read({ ...whole, extra: sent.legs })).toMatchObject({ omitted: [{ path: 'extra.1.price' }] });
  });
});

test('unknown fields and texts of enums stay', () => {
  expect(Row.parse({ ...whole, side: 'short', colour: 'red' })).toEqual({ ...whole, side: 'short', colour: 'red' });
});

test('other forms of numbers, times, texts and lists are read', () => {
  const Listed = tolerant(z.object({ symbols: z.array(z.string()), at: z.array(time), n: z.number(), id: z.string() }));
  expect(Listed.parse({ symbols: 'A→B', at: [0], n: ' 1.5 ', id: 7 })).toEqual({
    ...{ symbols: ['A', 'B'], at: ['1970-01-01T00:00:00.000Z'], n: 1.5, id: '7' },
  });
});

test('two names of a field have the value of either', () => {
  expect([Row.parse({ id: 1, profit: 2 }).gain, Row.parse({ id: 1, gain: 0 }).profit]).toEqual([2, 0]);
});

test('a source of an unknown kind is none', () => {
  const Sourced = tolerant(z.object({ provenance: z.nullable(ProvenanceRecord) }));
  const source = { kind: 'live', exchange: null, name: null, money: 'paper' };
  expect(Sourced.parse({ provenance: source }).provenance).toEqual(source);
  for (const provenance of [{ ...source, kind: 'rumour' }, { ...source, money: null }, 'live', undefined])
    expect(Sourced.parse({ provenance }).provenance).toBe(null);
});

test('a configuration is read field by field, as deep as it goes', () => {
  const Config = tolerant(
    mark(z.object({ name: z.string(), limits: z.object({ most: z.number(), by: z.record(z.string(), z.number()) }) }), {
      apart: true,
    }),
  );
  const reading = readWith(Config, { name: {}, limits: { most: 'x', by: { a: 1, b: {} } } });
  expect(reading).toMatchObject({ ok: true, value: { name: null, limits: { most: null, by: { a: 1 } } } });
  expect(reading.ok && reading.omitted.map(({ path }) => path)).toEqual(['name', 'limits.most', 'limits.by.b']);
});

test('a record that is extended keeps its mark', () => {
  for (const record of [extended(RowRecord, { more: z.number() }), asOfCommit(RowRecord)])
    expect(tolerant(record).safeParse({}).error?.issues[0]?.path).toEqual(['id']);
});

test('a type of schema that no record has cannot be read', () => {
  for (const schema of [z.date(), z.object({ at: z.tuple([z.string()]) }), z.union([z.string(), z.array(z.string())])])
    expect(() => tolerant(schema).safeParse({ at: 1 })).toThrow('a client cannot read');
});

describe('an answer', () => {
  it('is enveloped or bare, also a record with a field of that name', () => {
    const Named = enveloped(
      tolerant(mark(z.object({ id: z.string(), data: z.nullable(z.string()) }), { required: ['id'] })),
    );
    expect(Named.parse({ data: { id: 'a' } })).toEqual({ id: 'a', data: null });
    expect(Named.parse({ id: 'a', data: 'x' })).toEqual({ id: 'a', data: 'x' });
    expect(readWith(Named, { data: { id: {} } })).toEqual({ ok: false, path: 'data.id', reason: 'not a text' });
  });

  it('drops and counts its unreadable rows, and what is left out of the others', () => {
    const reading = readWith(looseRows(Row), { data: [whole, {}, { ...whole, note: {} }] });
    expect(reading).toMatchObject({
      ok: true,
      value: { rows: [{ id: '1' }, { id: '1' }], rejected: [{ path: '1.id', reason: 'not a text' }] },
      omitted: [{ path: '2.note' }],
    });
  });
});

test('whatever is sent is read or refused with its place; what was read is read again as it is', () => {
  fc.assert(
    fc.property(
      fc.record(Object.fromEntries(Object.keys(whole).map((name) => [name, fc.anything()])), { requiredKeys: [] }),
      (sent) => {
        const first = read({ ...whole, ...sent });
        if (first.ok) expect(read(first.value)).toEqual({ ok: true, value: first.value, omitted: [] });
        else expect(first.reason).not.toBe('');
      },
    ),
  );
});

test('records of the bot are read without loss', () => {
  const row = fc.record({
    ...{
      id: fc.string(),
      side: fc.constantFrom('buy', 'sell'),
      price: fc.double({ noNaN: true, noDefaultInfinity: true }),
    },
    ...{ halted: fc.option(fc.record({ reason: fc.string() })), level: fc.constantFrom('info', 'error') },
    legs: fc.array(fc.record({ market: fc.string(), price: fc.option(fc.integer()) })),
    balances: fc.dictionary(fc.string(), fc.integer()),
    at: fc.constant('2026-01-31T12:00:00.000Z'),
    metadata: fc.dictionary(fc.string(), fc.jsonValue()),
    ...{ profit: fc.constant(1), gain: fc.constant(1) },
  });
  fc.assert(
    fc.property(row, (sent) => {
      expect(read(sent)).toEqual({ ok: true, value: sent, omitted: [] });
    }),
  );
});

test('the type of a record is what its reader gives', () => {
  const { id, side, legs, level, note } = Row.parse(whole);
  const typed: [string, string | null, { market: string; price: number | null }[], string, string | undefined] = [
    ...([id, side, legs, level, note] as const),
  ];
  // @ts-expect-error an unmarked field may be missing
  const certain: string = side;
  // @ts-expect-error a field that the record does not have
  const unknown = Row.parse(whole).colour;
  const mode: Tolerant<typeof ProvenanceRecord>['money'] = 'paper';
  expect([typed.length, certain, unknown, mode]).toEqual([5, 'buy', undefined, 'paper']);
});
