import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(?:html|js|css|json|svg|webmanifest)$/;
/** A smaller file fits into one packet as it is. */
const leastBytes = 1_024;

/** Puts `.br` and `.gz` beside each file of the build, as small as they get: the bot serves them as they are. */
export const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  writeBundle: ({ dir = 'dist' }) => {
    for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
      const file = join(dir, name);
      if (!compressible.test(name) || statSync(file).size < leastBytes) continue;
      const body = readFileSync(file);
      writeFileSync(`${file}.br`, brotliCompressSync(body));
      writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }));
    }
  },
};
