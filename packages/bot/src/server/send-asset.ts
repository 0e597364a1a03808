import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Asset } from './assets.ts';

const MISSING_BUILD = `<!doctype html><html lang="en"><meta charset="utf-8"><title>triquad</title>
<h1>The dashboard is not built</h1><p>The bot runs and answers its calls. Build the dashboard with <code>npm run build</code> and start the bot again.</p></html>`;

/** Files with a hash in their name are kept for good by the browser; every other file is asked for again. */
export function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  const accepted = acceptedBy(String(request.headers['accept-encoding'] ?? ''));
  const encoded = asset.encodings.find(({ name }) => accepted(name));
  if (encoded !== undefined) reply.header('content-encoding', encoded.name);
  return reply
    .header('content-type', asset.mediaType)
    .header('vary', 'accept-encoding')
    .header('cache-control', asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .send(encoded?.body ?? asset.body);
}

/** Whether a client takes an encoding: it names it, and not with the weight 0. */
const acceptedBy = (header: string) => {
  const offers = header.split(',').map((offer) =>
    offer
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  );
  return (name: string): boolean =>
    offers.some(([offered, weight = '']) => offered === name && !/^q=0(?:\.0*)?$/.test(weight));
};

/** The page shown when the dashboard is not built. */
export function sendMissingBuild(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(MISSING_BUILD);
}
