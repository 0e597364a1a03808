import { hash } from 'node:crypto';
import type { ChainVerdict, Fact, StoredFact } from './event-store.ts';

/** The hash before the first fact. */
export const genesis = '0'.repeat(64);

/** JSON with sorted keys, so that equal values have equal text. Throws on numbers that JSON has no word for. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'number' && !Number.isFinite(inner)) throw new TypeError(`${inner} cannot be journalled`);
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** The hash of a fact, given as its canonical text, at its place in the chain. */
function chainHash(previous: string, seq: number, payload: string): string {
  return hash('sha256', `${previous}\n${seq}\n${payload}`, 'hex');
}

/** Links facts to a chain that ends at `seq` with the hash `head`. */
export function link<F extends Fact>(facts: readonly F[], seq: number, head: string): readonly LinkedFact<F>[] {
  let previous = head;
  return facts.map((fact, index) => {
    const payload = canonical(fact);
    const place = seq + index + 1;
    previous = chainHash(previous, place, payload);
    return { stored: { seq: place, hash: previous, fact }, payload };
  });
}

/** Facts as rows, given as their canonical texts: those after `seq`, where the chain's hash is `head`. */
export function linkTexts(payloads: readonly string[], seq: number, head: string): readonly ChainRow[] {
  let hashed = head;
  return payloads.map((payload, index) => {
    const place = seq + index + 1;
    hashed = chainHash(hashed, place, payload);
    return { seq: place, payload, hash: hashed };
  });
}

/** A stored fact beside its canonical text, which is what is kept and hashed. */
export type LinkedFact<F extends Fact> = { readonly stored: StoredFact<F>; readonly payload: string };

/** A row as it lies in the store. */
export type ChainRow = { readonly seq: number; readonly payload: string; readonly hash: string };

/**
 * Walks the rows in order; `atLeast` is the sequence that something else, such as a snapshot, says was reached. `from`: the place
 * before the first of the rows.
 */
export function verifyChain(rows: Iterable<ChainRow>, atLeast: number, from = { seq: 0, head: genesis }): ChainVerdict {
  let { seq, head } = from;
  for (const row of rows) {
    seq += 1;
    if (row.seq !== seq) return { ok: false, seq, reason: `fact ${seq} is missing` };
    head = chainHash(head, seq, row.payload);
    if (row.hash !== head) return { ok: false, seq, reason: `fact ${seq} is not what was written` };
  }
  if (seq < atLeast) return { ok: false, seq: seq + 1, reason: `facts ${seq + 1} to ${atLeast} are missing` };
  return { ok: true, facts: seq, head };
}

/** What tells whether a text is still the one that was kept. */
export const digestOf = (text: string): string => hash('sha256', text, 'hex');
