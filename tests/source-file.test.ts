import { expect, test } from 'vitest';
import { readSource } from './harness/source-file.ts';

test('every kind of import is seen, with what remains of it at run time', () => {
  const text = `import zod, { type infer } from 'zod';
import type { Order } from './order.ts';
import { type Trade } from './trade.ts';
import './side-effect.ts';
export { limits } from './limits.ts';
export type { Limits } from './limits.ts';
export * from './all.ts';
const later = await import('./later.ts');
// import 'in a comment'
const text = "import 'in a string'";
`;
  expect(readSource('x.ts', text)).toEqual({
    lines: 10,
    imports: [
      { from: 'zod', typeOnly: false, dynamic: false, line: 1 },
      { from: './order.ts', typeOnly: true, dynamic: false, line: 2 },
      { from: './trade.ts', typeOnly: true, dynamic: false, line: 3 },
      { from: './side-effect.ts', typeOnly: false, dynamic: false, line: 4 },
      { from: './limits.ts', typeOnly: false, dynamic: false, line: 5 },
      { from: './limits.ts', typeOnly: true, dynamic: false, line: 6 },
      { from: './all.ts', typeOnly: false, dynamic: false, line: 7 },
      { from: './later.ts', typeOnly: false, dynamic: true, line: 8 },
    ],
    globals: [],
    barrels: [7],
  });
});

test('globals are names used at run time and declared nowhere in the file', () => {
  const text = `const now = Date.now();
export function load({ fetch }: { fetch: typeof globalThis.fetch }, host: Host) {
  return [fetch('/'), host.WebSocket, { localStorage: 1 }, window.innerWidth];
}
export const Clock = () => <time title={document.title}>{now}</time>;
try { JSON.parse('') } catch (process) { console.log(process) }
`;
  expect(readSource('x.tsx', text).globals).toEqual([
    { name: 'Date', line: 1 },
    { name: 'Date.now', line: 1 },
    { name: 'window', line: 3 },
    { name: 'window.innerWidth', line: 3 },
    { name: 'document', line: 5 },
    { name: 'document.title', line: 5 },
    { name: 'JSON', line: 6 },
    { name: 'JSON.parse', line: 6 },
    { name: 'console', line: 6 },
    { name: 'console.log', line: 6 },
  ]);
});

test('a file that does not parse is named', () => {
  expect(() => readSource('broken.ts', 'const = 1')).toThrow(/^broken\.ts: /);
});
