import * as z from 'zod/mini';
import { enveloped } from './answer.ts';
import { marketSource } from './bot-status.ts';
import { mark } from './mark.ts';
import { exchangeNames, text, time } from './primitives.ts';
import type { PriceKind } from './provenance.ts';
import { route } from './route.ts';
import { tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';

const regionsByExchange = z.record(
  z.string().check(z.regex(/^[a-z]{1,20}$/)),
  z.string().check(z.regex(/^[a-z]{1,20}$/)),
);

/** A password belongs in the bot's environment, because the choice is displayed. */
const proxyAddress = z
  .string()
  .check(
    z.maxLength(255),
    z.regex(/^https?:\/\/[^\s/@?#]+\/?$/, 'must be like http://127.0.0.1:3128; a name and password go in HTTPS_PROXY'),
  );

/**
 * Markets a bot may watch: live prices of exchanges, a recording by its name, or an invented market. All of it is traded with paper money.
 */
export const MarketWanted = z.discriminatedUnion('source', [
  z.strictObject({
    source: z.literal('exchange'),
    exchanges: exchangeNames,
    /** Regions by exchange; left out, the usual one, or the place that the start named. */
    regions: z.optional(regionsByExchange),
    /** The way to all exchanges; null: as the environment says. Left out, the one that was chosen last. */
    proxy: z.optional(z.nullable(proxyAddress)),
  }),
  z.strictObject({ source: z.literal('recorded'), recording: text.check(z.minLength(1), z.maxLength(255)) }),
  z.strictObject({ source: z.literal('simulated'), preset: z._default(z.enum(['practice', 'realistic']), 'practice') }),
]);
export type MarketWanted = z.infer<typeof MarketWanted>;

/** One thing of an exchange that was looked at: `found` as it is, `expected` in its place, null where it is as expected. */
const FindingRecord = mark(z.object({ subject: text, found: text, expected: z.nullable(text) }), {
  required: ['subject', 'found'],
});

/** Findings of an exchange check; `ended` is null while it runs. */
export const MarketCheckRecord = mark(
  z.object({
    exchange: text,
    began: time,
    ended: z.nullable(time),
    findings: z.array(FindingRecord),
  }),
  { required: ['exchange'] },
);
export type MarketCheck = Tolerant<typeof MarketCheckRecord>;
export type MarketCheckRecord = z.infer<typeof MarketCheckRecord>;

/**
 * The watched market. `given`: by its start, which then decides at the next one too. `offered`: exchanges with live prices. `regions`: of
 * exchanges with several, the usual one first. `places`: unusual regions or addresses in use. `proxy`: address without its password, and
 * who named it. `change`: the last choice until it is open; it failed for `reason`, or is in progress.
 */
export const MarketRecord = mark(
  z.object({
    source: marketSource,
    detail: z.nullable(text),
    exchanges: z.array(text),
    given: z.boolean(),
    offered: z.array(text),
    regions: z.optional(z.array(mark(z.object({ exchange: text, region: text, title: text }), { required: 'all' }))),
    places: z.optional(z.array(mark(z.object({ exchange: text, place: text }), { required: 'all' }))),
    proxy: z.optional(
      z.nullable(
        mark(z.object({ address: text, by: z.enum(['start', 'choice', 'environment']) }), { required: 'all' }),
      ),
    ),
    change: z.nullable(
      mark(z.object({ wanted: MarketWanted, state: z.enum(['opening', 'failed']), reason: z.nullable(text) }), {
        required: ['state'],
      }),
    ),
    checks: z.array(MarketCheckRecord),
  }),
  { defaults: { source: '', given: false } },
);
export type MarketRecord = z.infer<typeof MarketRecord>;

/** The client's form. */
export const Market = tolerant(MarketRecord);
export type Market = Tolerant<typeof MarketRecord>;

const unreal = ['simulated', 'realistic', 'recorded', 'sample', 'none'] as const;
/** Markets that are no exchange: two invented markets, a recording, the sample (played like a recording), none. */
export type UnrealMarket = (typeof unreal)[number];

/** Market of a recording, by its name, which begins with the kind of invented prices. */
export const unrealRecording = (name: string): UnrealMarket => {
  const [, kind] = /^(practice|realistic|sample)(?![a-z])/.exec(name) ?? [];
  return kind === 'practice' ? 'simulated' : (unreal.find((one) => one === kind) ?? 'recorded');
};

/** By the kind of its prices; null: an exchange. */
export const unrealKind = (kind: PriceKind): UnrealMarket | null => {
  if (kind === 'live') return null;
  if (kind === 'practice') return 'simulated';
  return kind === 'realistic' || kind === 'sample' ? kind : 'recorded';
};

/** Kind of market that the bot reports; null: an exchange, or a kind unknown to this version. */
export const unrealMarket = (source: string | null, detail: string | null): UnrealMarket | null => {
  if (source === 'recorded') return unrealRecording(detail ?? '');
  if (source === 'simulated' && detail?.startsWith('realistic')) return 'realistic';
  return unreal.find((one) => one === source) ?? null;
};

export const marketRoutes = {
  'market.get': route({
    method: 'GET',
    path: '/market/',
    role: 'viewer',
    extension: 'market',
    record: MarketRecord,
    answer: enveloped(Market),
    summary: 'What the bot watches, and what it could',
  }),
  'market.choose': route({
    method: 'PUT',
    path: '/market/',
    role: 'admin',
    extension: 'market',
    body: MarketWanted,
    record: MarketRecord,
    answer: enveloped(Market),
    success: 202,
    refuses: [409],
    summary: 'Stop, and watch something else from now on',
  }),
  'market.check': route({
    method: 'POST',
    path: '/market/check',
    role: 'operator',
    extension: 'market',
    body: z.strictObject({ exchanges: exchangeNames, regions: z.optional(regionsByExchange) }),
    record: MarketRecord,
    answer: enveloped(Market),
    success: 202,
    summary: 'Look for 20 s at what exchanges really do, by public data alone',
  }),
} as const;
