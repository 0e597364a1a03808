import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
};
/** What the build puts beside a file: the same, compressed. The smallest first. */
const ENCODINGS = [
  { name: 'br', extension: '.br' },
  { name: 'gzip', extension: '.gz' },
] as const;
const isEncoded = (name: string): boolean => ENCODINGS.some(({ extension }) => name.endsWith(extension));
const HASHED = /[-.][A-Za-z0-9_-]{8,}\.[a-z0-9]+$/;

/** One file of the built dashboard, ready to be sent. */
export interface Asset {
  readonly mediaType: string;
  readonly body: Buffer;
  /** Its compressed forms by the name of their encoding, the smallest first; the build has made them. */
  readonly encodings: readonly { readonly name: 'br' | 'gzip'; readonly body: Buffer }[];
  /** True for files that carry a hash of their content in their name. */
  readonly immutable: boolean;
}

export interface Assets {
  /** The file of that path (`/assets/x.js`), or `index.html` for what a browser opens as a page, or null. */
  find(path: string, isPage: boolean): Asset | null;
}

/**
 * Reads the dashboard's build into memory: only what is in the table can be asked for. `basePath`: path that the page lies under, e.g.
 * `/bots/a`. Null when there is no build.
 */
export function loadAssets(directory: string, basePath = ''): Assets | null {
  if (!existsSync(join(directory, 'index.html'))) return null;
  const table = new Map<string, Asset>();
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || isEncoded(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    table.set(`/${relative(directory, file).split(sep).join('/')}`, assetOf(file));
  }
  const index = under(basePath, table.get('/index.html') ?? null);
  if (index !== null) table.set('/index.html', index);
  const at = (path: string) => table.get(path === '/' ? '/index.html' : path) ?? null;
  return { find: (path, isPage) => at(path) ?? (isPage && extname(path) === '' ? index : null) };
}

/** The page with addresses of its files that hold for every screen: in the build they begin with `./`. */
function under(basePath: string, page: Asset | null): Asset | null {
  if (page === null) return null;
  const body = Buffer.from(page.body.toString('utf8').replaceAll('="./', `="${basePath}/`));
  return {
    ...page,
    body,
    encodings: page.encodings.map(({ name }) => ({
      name,
      body: name === 'br' ? brotliCompressSync(body) : gzipSync(body),
    })),
  };
}

function assetOf(file: string): Asset {
  const extension = extname(file);
  const body = readFileSync(file);
  return {
    mediaType: MEDIA_TYPES[extension] ?? 'application/octet-stream',
    body,
    immutable: extension !== '.html' && HASHED.test(file),
    encodings: ENCODINGS.flatMap(({ name, extension: added }) =>
      existsSync(file + added) ? [{ name, body: readFileSync(file + added) }] : [],
    ),
  };
}
