import * as z from 'zod/mini';
import { mark } from './mark.ts';
import { text } from './primitives.ts';

/**
 * Source of prices. `live`: an exchange now; `recorded`: quotes of the recorder; `imported`: quotes of a file; `bars`: closes, which are no
 * quotes; `sample`: the calibrated sample; `realistic`, `practice`: the invented markets, and recordings of them.
 */
export const priceKind = z.enum(['live', 'recorded', 'imported', 'bars', 'sample', 'realistic', 'practice']);
export type PriceKind = z.infer<typeof priceKind>;

/** `real`: an account at the exchange; `paper`: a paper account at true prices; `invented`: a paper account at invented prices. */
const moneyKind = z.enum(['real', 'paper', 'invented']);

/**
 * Source of a figure. `exchange`: null for several. `name`: of the recording, file or market; null if it has none. A client has null if the
 * bot states no source, or a kind that this version does not know.
 */
export const ProvenanceRecord = mark(
  z.object({
    kind: priceKind,
    exchange: z.nullable(text),
    name: z.nullable(text),
    money: moneyKind,
  }),
  { required: ['kind', 'money'], apart: true, exact: true },
);
export type Provenance = z.infer<typeof ProvenanceRecord>;

/** True for prices that no exchange ever quoted. */
export const isInvented = (kind: PriceKind): boolean =>
  kind === 'sample' || kind === 'realistic' || kind === 'practice';

/** Provenance of a paper account at these prices. */
export const paperProvenance = (kind: PriceKind, exchange: string | null, name: string | null): Provenance => ({
  kind,
  exchange,
  name,
  money: isInvented(kind) ? 'invented' : 'paper',
});

/** Provenance of these prices under an account of that mode. Only live prices meet real accounts. */
export const underMode = (provenance: Provenance, mode: 'paper' | 'live'): Provenance =>
  mode === 'live' && provenance.kind === 'live' ? { ...provenance, money: 'real' } : provenance;

/** Provenance limited to one exchange. */
export const atExchange = (provenance: Provenance, exchange: string | null): Provenance =>
  exchange === null || provenance.exchange === exchange ? provenance : { ...provenance, exchange };

/**
 * Source of a figure that several sources made: the least true kind among them, and the least real money. Null where one of them is not stated, or
 * there is none.
 */
export const combinedProvenance = (all: readonly (Provenance | null)[]): Provenance | null => {
  const [first] = all;
  if (first === undefined || all.some((one) => one === null)) return null;
  const stated = all as readonly Provenance[];
  const same = <T>(of: (one: Provenance) => T, otherwise: T): T =>
    stated.every((one) => of(one) === of(first as Provenance)) ? of(first as Provenance) : otherwise;
  const least = <T>(order: readonly T[], of: (one: Provenance) => T): T =>
    order[Math.max(...stated.map((one) => order.indexOf(of(one))))] as T;
  return {
    kind: least(priceKind.options, ({ kind }) => kind),
    exchange: same(({ exchange }) => exchange, null),
    name: [...new Set(stated.flatMap(({ name }) => name ?? []))].join(', ') || null,
    money: least(moneyKind.options, ({ money }) => money),
  };
};

/** The kind of a recording of these prices. */
export const recordedKind = (kind: PriceKind): PriceKind => (kind === 'live' ? 'recorded' : kind);
