import type { Operation } from './document.ts';
import { sampleOf } from './schema.ts';

type Lines = { readonly curl: string; readonly triquad: string };

/**
 * The call for a shell: placeholders where it needs values, and a body with its required fields. Token and key are left to
 * variables: the token is neither shown nor copied, and a key must be a new one for each order.
 */
export const shellLines = ({ method, path, role, parameters, body }: Operation, base: string): Lines => {
  const needed = (where: 'query' | 'header') => parameters.filter((one) => one.where === where && one.isRequired);
  const query = needed('query').map(({ name }) => `${name}={${name}}`);
  const target = query.length === 0 ? path : `${path}?${query.join('&')}`;
  const sample = body?.isRequired === true && !body.isFile ? JSON.stringify(sampleOf(body.schema)) : null;
  const curl = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(base + target)}`,
    ...(role === 'open' ? [] : ['-H "Authorization: Bearer $TRIQUAD_TOKEN"']),
    ...needed('header').map(({ name }) => `-H "${name}: $KEY"`),
    ...(sample === null ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(sample)}`]),
    ...(body?.isFile === true ? ["-H 'Content-Type: application/octet-stream'", '--data-binary @FILE'] : []),
  ];
  const triquad = [
    `triquad api ${method} ${/^[\w./-]+$/.test(target) ? target : quoted(target)}`,
    ...(sample === null ? [] : [`--body ${quoted(sample)}`]),
    ...(body?.isFile === true ? ['--file FILE'] : []),
  ];
  return { curl: curl.join(' \\\n  '), triquad: triquad.join(' ') };
};

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
