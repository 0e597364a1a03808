import { expect, test } from 'vitest';
import { withoutUnused } from '../packages/web/blueprint-parts.ts';

test('rules of unused components are left out, whole, wherever they stand', () => {
  const css = `@charset "UTF-8";
/* Copyright */
.bp6-tag-input { color: red; }
.bp6-tag { color: blue; }
.bp6-dark .bp6-tag-input:hover, .bp6-dark .bp6-tag:not(.bp6-round, .bp6-large) { color: green; }
@media (min-width: 1px) { .bp6-tree-node { a: b } .bp6-card { c: d } }
@keyframes x { from { left: 0 } to { left: 1px } }
.bp6-tree-node-list.bp6-tree-root, .bp6-file-input > input { margin: 0 }
.bp6-input-group .bp6-tag-input { margin: 0 }`;
  expect(withoutUnused(css).replace(/\s+/g, '')).toBe(
    '@charset"UTF-8";.bp6-tag{color:blue;}.bp6-dark.bp6-tag:not(.bp6-round,.bp6-large){color:green;}' +
      '@media(min-width:1px){.bp6-card{c:d}}@keyframesx{from{left:0}to{left:1px}}',
  );
});
