import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { anything } from './answer.ts';
import { clientRoutes, routes } from './routes.ts';
import { FrameRecord, frameReaders } from './socket.ts';
import { type Reader, recordOf, tolerant } from './tolerant.ts';

type Schema = z.core.$ZodType;
type Def = { readonly type: string; readonly shape?: Readonly<Record<string, Schema>> } & Readonly<
  Record<string, Schema>
>;
const defOf = (schema: Schema): Def => schema._zod.def as unknown as Def;

/** Dotted names of all fields, however deep. */
const fieldsOf = (schema: Schema): readonly string[] => {
  const { shape, innerType, element, valueType, options } = defOf(schema);
  if (shape !== undefined)
    return Object.entries(shape).flatMap(([name, field]) => [
      name,
      ...fieldsOf(field).map((inner) => `${name}.${inner}`),
    ]);
  const inside = [innerType, element, valueType, ...((options as unknown as Schema[] | undefined) ?? [])];
  return inside.flatMap((one) => (one === undefined ? [] : fieldsOf(one)));
};

const isRead = (answer: Schema): boolean => answer !== anything;
const calls = Object.entries(clientRoutes);
const served = Object.entries(routes);
/** The lists of an answer, whose rows have a reader; beside them are the page's own counts. */
const lists = ['data', 'drawdown_series', 'pairs', 'notifications'];
const rowsIn = (record: Schema): Schema | undefined => {
  for (const name of lists) {
    const field = defOf(record).shape?.[name];
    if (field === undefined) continue;
    const { element } = defOf(field);
    const rows = element === undefined ? rowsIn(field) : defOf(element).shape && element;
    if (rows !== undefined) return rows;
  }
  return undefined;
};

test('the reader of every call and frame is made', () => {
  const readers = [...calls.map(([, { answer }]) => answer), ...Object.values(frameReaders)] as Reader<unknown>[];
  for (const reader of readers) {
    expect(typeof tolerant(recordOf(reader)).safeParse({}).success).toBe('boolean');
    expect(reader.safeParse([{}]).success).toBeTypeOf('boolean');
  }
  expect(readers.length).toBeGreaterThan(80);
});

test('calls whose answer is read as it is have no record, or none that every bot sends', () => {
  const asTheyAre = served.filter(([, { answer }]) => !isRead(answer));
  const others = asTheyAre.filter(([, { record }]) => defOf(record).type !== 'undefined');
  // A file, the settings of an exchange, and the start of a refresh, which a bot may answer as it likes.
  expect(others.map(([name]) => name).sort()).toEqual(['exchanges.save', 'export.table', 'wallets.refresh']);
});

// Answers with some of the fields of what their reader reads.
const parts = ['backtest.run', 'telegram.test', 'email.test'];
const whole = served.filter(([name, { answer }]) => isRead(answer) && !parts.includes(name));
test.each(whole)('bot and clients have the same fields of %s', (_, { record, answer }) => {
  const read = recordOf(answer as unknown as Reader<unknown>);
  const sent = defOf(read).shape?.data === undefined ? (rowsIn(record) ?? record) : record;
  const fields = new Set(fieldsOf(sent));
  const known = new Set(fieldsOf(read));
  // A series states its provenance once, and each point that a client has of it has it too.
  const apart =
    rowsIn(record) === undefined
      ? []
      : ['provenance', ...fieldsOf(defOf(record).shape?.provenance ?? record).map((name) => `provenance.${name}`)];
  expect([...fields].filter((name) => !known.has(name))).toEqual([]);
  expect([...known].filter((name) => !fields.has(name) && !apart.includes(name))).toEqual([]);
});

test('each frame of the bot has a reader of the same record', () => {
  const { options } = defOf(FrameRecord) as unknown as { options: readonly Schema[] };
  expect(options).toEqual(Object.values(frameReaders).map((reader) => recordOf(reader as Reader<unknown>)));
});
