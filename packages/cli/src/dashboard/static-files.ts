import { createReadStream, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { pipeline } from 'node:stream';

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

const headers = {
  'Content-Security-Policy':
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** Answers with the file of `directory`, or with the page itself where the path is one of the page's own routes. */
export function serveFile(directory: string, request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    return;
  }
  const file = fileOf(directory, request.url ?? '/');
  if (file === undefined) {
    response.writeHead(404, headers).end();
    return;
  }
  response.writeHead(200, {
    ...headers,
    'Content-Type': types[extname(file)] ?? 'application/octet-stream',
    'Cache-Control': file.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  if (request.method === 'HEAD') response.end();
  // The page's files lie beside it in the build, whichever of its routes is asked for.
  else if (file.endsWith('index.html')) response.end(readFileSync(file, 'utf8').replaceAll('="./', '="/'));
  else pipeline(createReadStream(file), response, () => undefined);
}

function fileOf(directory: string, url: string): string | undefined {
  const path = URL.parse(url, 'http://localhost')?.pathname ?? '/';
  const file = join(directory, normalize(decoded(path)));
  if (file.startsWith(directory) && isFile(file)) return file;
  return extname(path) === '' ? join(directory, 'index.html') : undefined;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path).replaceAll('\0', '');
  } catch {
    return '/';
  }
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}
