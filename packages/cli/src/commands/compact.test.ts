import { expect, test } from 'vitest';
import { always, triquad } from '../run-against.ts';

const run = (line: string) => triquad(line, always(500, {}));

test.each([
  ['compact', /say what stays in the database: --keep <days> or --before <moment>/],
  ['compact --keep 90d --before 2026-01-01', /say what stays in the database/],
  ['compact --keep 90', /It must be a number of days like 90d/],
  ['compact --keep 0d', /It must be a number of days like 90d/],
  ['compact --keep -1d', /It must be a number of days like 90d/],
  ['compact --before soon', /It must be a moment such as 2026-01-31/],
  ['serve --compact-after 1.5d', /It must be a number of days like 90d/],
])('"triquad %s" is wrong usage', async (line, said) => {
  const { code, err, calls } = await run(line);
  expect({ code, calls }).toEqual({ code: 2, calls: [] });
  expect(err).toMatch(said);
});

test('a folder without a bot is refused in one line', async () => {
  const { code, out, err } = await run('compact --keep 90d --data-dir /nowhere/at/all --json');
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(JSON.parse(err).error.message).toBe(
    'there is no data directory /nowhere/at/all; say where it is with --data-dir',
  );
});
