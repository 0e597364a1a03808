import { expect, test } from 'vitest';
import { rehearse } from './rehearse.ts';

test('what is rehearsed leads to executions, so that the code of one has run', async () => {
  expect(await rehearse(new AbortController().signal)).toBeGreaterThan(0);
});

test('a rehearsal ends with its bot', async () => {
  const closed = new AbortController();
  const rehearsed = rehearse(closed.signal);
  closed.abort();
  expect(await rehearsed).toBe(0);
});
