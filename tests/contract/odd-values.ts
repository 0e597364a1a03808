import type { Chance } from './chance.ts';

/** As much of JSON Schema as the contract uses. */
export interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
}

/** Ids that the bot has given so far, by the first word of the call that told them. */
export type Known = ReadonlyMap<string, readonly string[]>;

const WORDS = [
  '',
  'x',
  'paper',
  'live',
  'LIVE',
  'binance',
  'kraken',
  'okx',
  'BTC/USDT',
  'ETH/BTC',
  'BTC',
  'TRI',
  'buy',
  '-1',
  '1e9',
  'NaN',
  'null',
];
const ODD_WORDS = [
  '../..',
  '%00',
  '\u0000',
  '💥',
  '\ud800',
  '__proto__',
  "' OR 1=1 --",
  '<script>',
  '\u202egnp.exe',
  '\u001b[2J',
  'a\r\nBcc: x@y.z',
  '{{7*7}}',
  'x'.repeat(5_000),
];
const ODD_NUMBERS = [0, -0, -1, 0.1, 1e-300, 5e-324, 1e15, 1e300, 2 ** 53, -(2 ** 53), 1.5, 0.1 + 0.2, 1 / 3];
/** Nothing may be sent to anybody who is not here. */
const HOSTS = ['127.0.0.1', 'localhost', '', '::1', 'a b'];

/** A value by the schema, as far as the patterns of its strings are met by chance. */
export function fitting(schema: Schema, chance: Chance, known: Known, name = ''): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return chance.pick(schema.enum);
  if (schema.anyOf !== undefined) return fitting(chance.pick(schema.anyOf), chance, known, name);
  if (schema.type === 'object') {
    const entries = Object.entries(schema.properties ?? {})
      .filter(([key]) => schema.required?.includes(key) || chance.happens(0.5))
      .map(([key, inner]) => [key, fitting(inner, chance, known, key)]);
    const { additionalProperties: rest } = schema;
    if (typeof rest === 'object') entries.push([chance.pick(['BTC', 'ETH', 'x']), fitting(rest, chance, known)]);
    return Object.fromEntries(entries);
  }
  if (schema.type === 'array') {
    return Array.from({ length: 1 + chance.below(3) }, () => fitting(schema.items ?? {}, chance, known, name));
  }
  if (schema.type === 'boolean') return chance.happens(0.5);
  if (schema.type === 'integer' || schema.type === 'number') return number(schema, chance);
  return textFor(name, chance, known);
}

function number({ type, minimum, exclusiveMinimum, maximum }: Schema, chance: Chance): number {
  const least = minimum ?? exclusiveMinimum ?? -10;
  const most = Math.min(maximum ?? 10_000, 10_000);
  // Small ones more often: they are more often accepted.
  const value = least + chance.share() ** 4 * Math.max(0, most - least);
  return type === 'integer' ? Math.max(Math.ceil(least), Math.floor(value)) : value;
}

function textFor(name: string, chance: Chance, known: Known): string {
  if (/host/.test(name)) return chance.pick(HOSTS);
  if (/exchange/.test(name)) return chance.pick(['binance', 'kraken', 'kucoin', 'okx', 'nobody']);
  if (/symbol|pairs/.test(name)) return chance.pick(['BTC/USDT', 'ETH/USDT', 'ETH/BTC', 'NO/SUCH']);
  if (/date|^from$|^to$/.test(name)) return new Date(1.7e12 + chance.below(4) * 60_000).toISOString();
  if (/opportunity/.test(name)) return oddWord(chance, known, 'opportunities');
  if (/notification/.test(name)) return oddWord(chance, known, 'notifications');
  if (/email/.test(name)) return chance.pick(['a@b.c', 'nobody']);
  return oddWord(chance, known);
}

/** A word that may be an id of the kind, or of another one. */
export const oddWord = (chance: Chance, known: Known, kind = ''): string => {
  const own = known.get(kind) ?? [];
  if (own.length > 0 && chance.happens(0.7)) return chance.pick(own);
  const all = chance.happens(0.3) ? [...known.values()].flat() : [];
  if (all.length > 0) return chance.pick(all);
  return chance.pick(chance.happens(0.8) ? WORDS : ODD_WORDS);
};

/** The value with something in it that does not belong, or without something that does. */
export function spoiled(value: unknown, chance: Chance, known: Known): unknown {
  if (typeof value !== 'object' || value === null || chance.happens(0.1)) return anything(chance, known, 2);
  if (Array.isArray(value)) return [...value, anything(chance, known, 1)];
  const entries = Object.entries(value);
  const at = chance.below(entries.length + 1);
  const [key = '', inner] = entries[at] ?? [];
  const kept = entries.filter((_, index) => index !== at);
  if (entries.length === at)
    kept.push([chance.pick([...WORDS, '__proto__', 'constructor', 'toString']), anything(chance, known, 1)]);
  else if (chance.happens(0.6)) kept.push([key, spoiled(inner, chance, known)]);
  return Object.fromEntries(kept);
}

/** Any JSON. */
export function anything(chance: Chance, known: Known, depth: number): unknown {
  const kind = chance.below(depth > 0 ? 7 : 5);
  if (kind === 0) return null;
  if (kind === 1) return chance.happens(0.5);
  if (kind === 2) return chance.pick(ODD_NUMBERS);
  if (kind < 5) return oddWord(chance, known);
  const inner = Array.from({ length: chance.below(4) }, () => anything(chance, known, depth - 1));
  return kind === 5 ? inner : Object.fromEntries(inner.map((each) => [chance.pick(WORDS), each]));
}

/** Bytes that are no JSON, too much of it, or JSON that is meant to hurt. */
export function rawBody(chance: Chance): string {
  const odd = [
    '',
    '{',
    '"',
    '{"mode":',
    '\ufeff{}',
    '[1,2',
    '{"a":1}{"b":2}',
    '{"__proto__":{"admin":true}}',
    '{"constructor":{"prototype":{}}}',
    '1e999',
    `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    `{"name":"${'x'.repeat(100_000)}"}`,
  ];
  if (chance.happens(0.02)) return `"${'x'.repeat(1_100_000)}"`;
  if (chance.happens(0.7)) return chance.pick(odd);
  return String.fromCharCode(...Array.from({ length: chance.below(60) }, () => chance.below(0xffff)));
}
