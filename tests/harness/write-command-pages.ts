import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expectedPages } from './command-pages.ts';
import { repository } from './recorded-data.ts';

const pages = await expectedPages();
rmSync(join(repository, 'packages', 'cli', 'man'), { recursive: true, force: true });
for (const { path, text } of pages) {
  const file = join(repository, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
console.log(`${pages.length} pages written`);
