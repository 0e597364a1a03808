import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exchangesPage } from './harness/exchanges-page.ts';
import { repository } from './harness/recorded-data.ts';

test('docs/exchanges.md says what is proven of the exchanges as they are (`npm run exchanges` writes it)', () => {
  expect(readFileSync(join(repository, 'docs', 'exchanges.md'), 'utf8')).toBe(exchangesPage());
});
