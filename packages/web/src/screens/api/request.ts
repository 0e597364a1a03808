import type { RawCall } from '../../raw-call.ts';
import type { Operation } from './document.ts';

type Values = Readonly<Record<string, string>>;

const keyHeader = 'Idempotency-Key';
export const pretty = (value: unknown): string => JSON.stringify(value, null, 2) ?? '';

/** Names of required parameters without a value, e.g. `id, asset`. */
export const missingIn = ({ parameters }: Operation, values: Values): string =>
  parameters
    .filter(({ name, isRequired }) => isRequired && (values[name] ?? '').trim() === '')
    .map(({ name }) => name)
    .join(', ');

/** Path and query with the values filled in; a parameter of the path without one stays as it is written. */
const addressOf = ({ path, parameters }: Operation, values: Values): string => {
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) =>
    (values[name] ?? '').trim() === '' ? whole : encodeURIComponent((values[name] ?? '').trim()),
  );
  const query = parameters
    .filter(({ where, name }) => where === 'query' && (values[name] ?? '').trim() !== '')
    .map(({ name }): [string, string] => [name, (values[name] ?? '').trim()]);
  return query.length === 0 ? filled : `${filled}?${new URLSearchParams(query)}`;
};

/** The call as it is sent. */
export const callOf = (operation: Operation, values: Values, body: string): RawCall => {
  const key = (values[keyHeader] ?? '').trim();
  const address = addressOf(operation, values);
  return {
    method: operation.method,
    address,
    ...(body.trim() === '' ? {} : { body }),
    ...(key === '' ? {} : { key }),
  };
};

/** The call for a shell. The token is left to a variable, so that it is neither shown nor copied. */
export const shellOf = (operation: Operation, values: Values, body: string, base: string): string => {
  const call = callOf(operation, values, body);
  const parts = [
    `curl ${call.method === 'GET' ? '' : `-X ${call.method} `}${quoted(base + call.address)}`,
    ...(operation.role === 'open' ? [] : ['-H "Authorization: Bearer $TRIQUAD_TOKEN"']),
    ...(call.key === undefined ? [] : [`-H ${quoted(`${keyHeader}: ${call.key}`)}`]),
    ...(call.body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(oneLine(call.body))}`]),
  ];
  return parts.join(' \\\n  ');
};

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const oneLine = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return body;
  }
};
