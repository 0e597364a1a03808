import {
  type FactsRecord,
  factTypes,
  type JournalFactRecord,
  type Provenance,
  type QueryOf,
} from '@triquad/core/contract';
import { isWithin } from '@triquad/core/time';
import { bisect } from '../journal/bisect.ts';
import type { EventStore, StoredFact } from '../journal/event-store.ts';
import type { Fact } from '../model/event.ts';
import { isoTime } from '../model/moment.ts';
import { type SaidFact, watchedPrices } from './export-fills.ts';
import { notValid, Refusal } from './problem.ts';
import { rangeOf } from './range.ts';

type Store = Pick<EventStore<Fact>, 'facts' | 'committed'>;
type Query = QueryOf<'facts.list'>;
/** The prices that were watched before a moment, as the archive has them. */
type WatchedBefore = (at: number) => Provenance | null;
type Fits = (stored: StoredFact<Fact>) => boolean;

const PAGE = 1_000;
/** Facts that one call goes through; the next begins where it ended. */
const MOST_READ = 20_000;
/** Facts that are on the disk, oldest first: those after `after`, those not before `from`, or the latest. */
export async function factsPage(
  store: Store,
  watchedBefore: WatchedBefore,
  query: Query,
): Promise<FactsRecord | Refusal> {
  const range = rangeOf(query);
  if (range instanceof Refusal) return range;
  const { from, to } = range;
  const last = store.committed();
  const types = query.types?.split(',').map((type) => type.trim());
  const unknown = types?.find((type) => !(factTypes as readonly string[]).includes(type));
  if (unknown !== undefined) return notValid('types', `no fact is called ${unknown}`);
  const fits: Fits = ({ fact }) => (types === undefined || types.includes(fact.type)) && isWithin(range, fact.at);
  if (query.after === undefined && from === null) return latest(store, watchedBefore, fits, query.limit, last);
  const begins = (query.after ?? 0) + 1;
  const start = from === null ? begins : Math.max(begins, await firstFrom(store, from, last));
  const found: StoredFact<Fact>[] = [];
  let count = 0;
  let missing: FactsRecord['missing'] = null;
  let next = start;
  for (let read = 0; next <= last && read < MOST_READ; read += PAGE) {
    const page = await store.facts(next, PAGE);
    const [first] = page;
    if (read === 0 && query.after !== undefined && first !== undefined && first.seq > start)
      missing = { from: start, to: first.seq - 1 };
    for (const stored of page) {
      next = stored.seq + 1;
      if (fits(stored)) count++;
      if (fits(stored) || isOpening(stored)) found.push(stored);
      if (count === query.limit) break;
    }
    if (to !== null && (page.at(-1)?.fact.at ?? 0) >= to && count < query.limit) next = last + 1;
    if (first === undefined || count === query.limit) break;
  }
  const data = recordsOf(found, fits, watchedBefore);
  return { data, through: Math.max(next - 1, query.after ?? 0), last, missing };
}

/** The sequence of the first fact that is kept and not older; one after the last where there is none. */
const firstFrom = (store: Store, from: number, last: number): Promise<number> =>
  bisect(1, last + 1, async (seq) => {
    const [stored] = await store.facts(seq, 1);
    return stored === undefined || stored.fact.at >= from;
  });

/** Goes back from the last until enough of them fit. */
async function latest(
  store: Store,
  watchedBefore: WatchedBefore,
  fits: Fits,
  limit: number,
  last: number,
): Promise<FactsRecord> {
  let found: StoredFact<Fact>[] = [];
  let end = last;
  for (let read = 0; end > 0 && read < MOST_READ && found.filter(fits).length < limit; read += PAGE) {
    const start = Math.max(1, end - PAGE + 1);
    const page = (await store.facts(start, PAGE)).filter(({ seq }) => seq <= end);
    if (page.length === 0) break;
    found = [...page.filter((stored) => fits(stored) || isOpening(stored)), ...found];
    end = start - 1;
  }
  return { data: recordsOf(found, fits, watchedBefore).slice(-limit), through: last, last, missing: null };
}

const isOpening: Fits = ({ fact }) => fact.type === 'MarketOpened';

/** Records of the facts that fit. The openings of markets among the facts state the source of what follows. */
function recordsOf(facts: readonly StoredFact<Fact>[], fits: Fits, before: WatchedBefore): JournalFactRecord[] {
  const watched = watchedPrices(before(facts[0]?.fact.at ?? 0));
  return facts.flatMap((stored) => {
    const fact = factRecord(stored);
    const provenance = watched(fact);
    return fits(stored) ? [{ ...fact, provenance }] : [];
  });
}

/** A fact as clients read it, without its source. */
export function factRecord({ seq, hash, fact: { type, at, ...rest } }: StoredFact<Fact>): SaidFact {
  return { seq, at: isoTime(at), type, hash, says: said(rest) as SaidFact['says'] };
}

/** Without who asked for it and under which key: that is for the audit log alone. */
const said = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(said);
  if (typeof value !== 'object' || value === null) return value;
  const isSaid = ([name, of]: [string, unknown]) => name !== 'actor' && (name !== 'key' || typeof of !== 'object');
  const entries = Object.entries(value).filter(isSaid);
  return Object.fromEntries(entries.map(([name, of]) => [name, said(of)]));
};
