import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Asset } from './assets.ts';

const MISSING_BUILD = `<!doctype html><html lang="en"><meta charset="utf-8"><title>triquad</title>
<h1>The dashboard is not built</h1><p>The bot runs and answers its calls. Build the dashboard with <code>npm run build</code> and start the bot again.</p></html>`;

/** Files with a hash in their name are kept for good by the browser; every other file is asked for again. */
export function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  const gzipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '') ? asset.gzipped() : null;
  if (gzipped !== null) reply.header('content-encoding', 'gzip');
  return reply
    .header('content-type', asset.mediaType)
    .header('vary', 'accept-encoding')
    .header('cache-control', asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .send(gzipped ?? asset.body);
}

/** The page shown when the dashboard is not built. */
export function sendMissingBuild(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(MISSING_BUILD);
}
