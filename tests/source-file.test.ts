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
import * as rxjs from 'rxjs';
// import 'in a comment'
const text = "import 'in a string'";
`;
  expect(readSource('x.ts', text)).toEqual({
    lines: 11,
    imports: [
      { from: 'zod', names: ['infer'], typeOnly: false, dynamic: false, line: 1 },
      { from: './order.ts', names: ['Order'], typeOnly: true, dynamic: false, line: 2 },
      { from: './trade.ts', names: ['Trade'], typeOnly: true, dynamic: false, line: 3 },
      { from: './side-effect.ts', names: [], typeOnly: false, dynamic: false, line: 4 },
      { from: 'rxjs', names: ['*'], typeOnly: false, dynamic: false, line: 9 },
      { from: './limits.ts', names: ['limits'], typeOnly: false, dynamic: false, line: 5 },
      { from: './limits.ts', names: ['Limits'], typeOnly: true, dynamic: false, line: 6 },
      { from: './all.ts', names: ['*'], typeOnly: false, dynamic: false, line: 7 },
      { from: './later.ts', names: ['*'], typeOnly: false, dynamic: true, line: 8 },
    ],
    globals: [],
    exports: ['limits', 'Limits'],
    barrels: [7],
  });
});

test('exports bear the names by which others import them', () => {
  const text = `export { inner as outer, type Kind } from './other.ts';
export const one = 1, two = 2;
export function run() {}
export type Shape = { a: 1 };
export default one;
`;
  expect(readSource('x.ts', text).exports).toEqual(['outer', 'Kind', 'one', 'two', 'run', 'Shape', 'default']);
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
