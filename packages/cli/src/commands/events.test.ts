import { expect, test } from 'vitest';
import { always, asked, type Bot, triquad } from '../run-against.ts';

const fact = (seq: number, type = 'OrderFilled') => ({
  seq,
  at: '2026-11-22T12:00:00.000Z',
  type,
  hash: 'h',
  says: { quantity: '1' },
});
const page = (seqs: readonly number[], more: object = {}) => ({
  status: 200,
  body: {
    data: seqs.map((seq) => fact(seq)),
    through: seqs.at(-1) ?? 0,
    last: seqs.at(-1) ?? 0,
    missing: null,
    ...more,
  },
});

test('pages on until no more facts are there, and filters before it limits', async () => {
  const bot: Bot = ({ path }) =>
    path.includes('after=5') ? page([6, 7], { last: 7 }) : page([2], { through: 5, last: 7 });
  const { code, out, calls } = await triquad('events --since 2026-11-22 --types orderfilled --limit 3 --json', bot);
  expect({ code, seqs: JSON.parse(out).map(({ seq }: { seq: number }) => seq) }).toEqual({ code: 0, seqs: [2, 6, 7] });
  expect(asked(calls).map(({ path }) => path)).toEqual([
    '/api/v1/facts/?limit=3&from=2026-11-22T00%3A00%3A00.000Z&types=OrderFilled',
    '/api/v1/facts/?limit=2&after=5&types=OrderFilled',
  ]);
});

test('a table for the operator', async () => {
  const { out } = await triquad('events --limit 1', always(200, page([12]).body));
  expect(out).toMatch(
    /^ +SEQ +TIME +TYPE +SOURCE +SAYS\n +12 +2026-11-22T12:00:00.000Z +OrderFilled +not stated +\{"quantity":"1"\}\n$/,
  );
});

/** Follows until the answers are used up; then the token is refused, which ends it. */
async function followed(line: string, answers: ReturnType<Bot>[]) {
  const left = [...answers];
  const refused = { status: 401, body: { detail: 'Over' } };
  return triquad(`${line} --follow --json`, () => left.shift() ?? refused);
}

test('follows from now on, and after a lost connection goes on without a gap', async () => {
  const { code, out, err, calls } = await followed('events', [
    page([40]),
    page([41, 42]),
    new TypeError('fetch failed'),
    new TypeError('fetch failed'),
    page([43]),
  ]);
  expect(code).toBe(4);
  expect(
    out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).seq),
  ).toEqual([41, 42, 43]);
  expect(err.split('\n').slice(0, 2)).toEqual([
    'events failed: the bot at http://127.0.0.1:8787 cannot be reached; trying again',
    'the bot answers again',
  ]);
  expect(calls.at(4)?.path).toContain('after=42');
});

test.each([
  ['compacted', page([90], { missing: { from: 41, to: 89 } }), { from: 41, to: 89, why: 'compacted' }],
  ['restored', page([], { through: 40, last: 30 }), { from: 31, to: 40, why: 'restored' }],
])('says which facts are missing after the journal was %s', async (_, answer, gap) => {
  const { out, err } = await followed('events --after 40', [answer]);
  expect(JSON.parse(out.split('\n')[0] ?? '')).toEqual({ gap });
  expect(err).toContain(`facts ${gap.from} to ${gap.to} are missing`);
});

test('a misspelt type is wrong usage, and a bot without a journal says so', async () => {
  expect(await triquad('events --types OrderFiled', always(200, {}))).toMatchObject({
    code: 2,
    calls: [],
    err: expect.stringContaining('No fact is called OrderFiled (Did you mean OrderFilled?)'),
  });
  expect(await triquad('events', always(404, { detail: 'Not found' }))).toMatchObject({
    code: 1,
    err: 'triquad: events failed: this bot has no facts\n',
  });
});
