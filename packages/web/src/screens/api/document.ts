import { type Field, fieldsOf, type Json, recordOf } from './schema.ts';

export type Parameter = Field & { readonly where: 'path' | 'query' | 'header' };

/** One call of the document. */
export type Operation = {
  /** Its name, e.g. `orders.list`; unique. */
  readonly id: string;
  readonly group: string;
  readonly method: string;
  /** Below the base, `{name}` marks a parameter. */
  readonly path: string;
  readonly summary: string;
  /** The least role that may call; `open` to everyone. */
  readonly role: string;
  /** The capability that a bot must announce first. */
  readonly extension: string | null;
  readonly parameters: readonly Parameter[];
  /** Null when it takes none. */
  /** `isFile`: the bytes of a file, and no JSON. */
  readonly body: { readonly isRequired: boolean; readonly isFile: boolean; readonly schema: Json } | null;
  /** Successful answer; its schema is null if it has none. */
  readonly success: { readonly status: string; readonly schema: Json | null };
  readonly refusals: readonly string[];
};

const methods = ['get', 'post', 'put', 'patch', 'delete'];
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The calls of an OpenAPI document, in its order. */
export const operationsOf = (document: unknown): readonly Operation[] => {
  const root = recordOf(document) ?? {};
  return Object.entries(recordOf(root.paths) ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = recordOf(recordOf(item)?.[method]);
      return operation === null ? [] : [operationOf(root, path, method, operation)];
    }),
  );
};

const operationOf = (root: Json, path: string, method: string, operation: Json): Operation => {
  const resolved = (value: unknown): Json | null => resolve(root, value);
  const id = text(operation.operationId) ?? `${method} ${path}`;
  const body = resolved(operation.requestBody);
  const answers = Object.entries(recordOf(operation.responses) ?? {});
  const [status = '200', answer] = answers.find(([code]) => code.startsWith('2')) ?? [];
  return {
    id,
    group: text(list(operation.tags)[0]) ?? id.split('.')[0] ?? id,
    method: method.toUpperCase(),
    path,
    summary: text(operation.summary) ?? '',
    role: Array.isArray(operation.security) && operation.security.length === 0 ? 'open' : roleOf(operation),
    extension: text(operation['x-extension']),
    parameters: list(operation.parameters).flatMap((one) => parameterOf(resolved(one)) ?? []),
    body: bodyOf(body),
    success: { status, schema: jsonOf(resolved(answer)) },
    refusals: answers.map(([code]) => code).filter((code) => !code.startsWith('2')),
  };
};

const roleOf = (operation: Json): string => text(operation['x-role']) ?? 'viewer';

const bodyOf = (body: Json | null): Operation['body'] => {
  if (body === null) return null;
  const file = schemaOf(body, 'application/octet-stream');
  return { isRequired: body.required === true, isFile: file !== null, schema: file ?? jsonOf(body) ?? {} };
};

/** The schema of a body or an answer for one media type. */
const schemaOf = (holder: Json | null, type: string): Json | null =>
  recordOf(recordOf(recordOf(holder?.content)?.[type])?.schema);
const jsonOf = (holder: Json | null): Json | null => schemaOf(holder, 'application/json');

const parameterOf = (parameter: Json | null): Parameter | null => {
  const where = parameter?.in;
  const name = text(parameter?.name);
  if (name === null || (where !== 'path' && where !== 'query' && where !== 'header')) return null;
  const schema = { ...recordOf(parameter?.schema), ...described(text(parameter?.description)) };
  const [field] = fieldsOf({ properties: { [name]: schema }, required: parameter?.required === true ? [name] : [] });
  return field === undefined ? null : { ...field, where };
};

const described = (description: string | null): Json => (description === null ? {} : { description });

/** The value itself, or what its `$ref` inside the document names. */
const resolve = (root: Json, value: unknown): Json | null => {
  const record = recordOf(value);
  const reference = text(record?.$ref);
  if (reference === null) return record;
  let found: unknown = root;
  for (const name of reference.replace(/^#\//, '').split('/')) found = recordOf(found)?.[name];
  return recordOf(found);
};
