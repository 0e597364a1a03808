import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

test('a method of the exchange port is written out in the port, its one passage and adapters', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.(test|suite)\.ts$/.test(file),
  );
  const writing = files.filter((file) =>
    /^\s*(?:async )?(?:lookUp|openOrders)(?:\(|: \()/m.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(writing.filter((file) => !file.startsWith('venues/')).toSorted()).toEqual([
    'kernel/port.ts',
    'model/exchange.ts',
  ]);
});
