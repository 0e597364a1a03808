import { defaultConfig } from '../model/config.ts';
import type { JournalledState } from '../model/state.ts';
import { Ledger, type LedgerSnapshot } from '../portfolio/ledger.ts';
import { initialState } from './fold.ts';
import type { Journalled } from './journalled.ts';

/** To be raised whenever the same facts give another state than before: snapshots of before are then left alone. */
const foldVersion = 25;

/** The snapshot of the engine in the journal, and whether this program can go on from the state in it. */
export const engineSnapshot = {
  name: 'engine',
  isUsable: (state: unknown): boolean => thaw(state, initialState(defaultConfig.parameters)) !== null,
} as const;

type Frozen = {
  readonly version: number;
  readonly state: { readonly [name: string]: unknown };
  readonly ledger: LedgerSnapshot;
};

/** State and ledger in a form that survives JSON: maps as `{$map}` of their entries, sets as `{$set}`. */
export const freeze = (state: Journalled, ledger: Ledger): Frozen => ({
  version: foldVersion,
  state: frozenParts(state),
  ledger: ledger.snapshot(),
});

/** Null when it was frozen by a bot that folds otherwise, or that knows other parts of the state than `initial` has. */
export const thaw = (
  frozen: unknown,
  initial: Journalled,
): { readonly state: Journalled; readonly ledger: Ledger } | null => {
  const { version, state, ledger } = frozen as Frozen;
  if (version !== foldVersion) return null;
  const names = (of: object): string => Object.keys(of).sort().join();
  if (names(state) !== names(initial)) return null;
  return { state: thawedParts(state) as Journalled, ledger: Ledger.restore(ledger) };
};

/** The same with maps, sets, lists and a ledger of its own; what is in them is shared, because it is never changed. */
export const copyOf = ({ state, ledger }: { readonly state: Journalled; readonly ledger: Ledger }) => {
  const copied = thawedParts(frozenParts(state)) as Journalled;
  const lists = Object.entries(state).flatMap(([name, value]) => (Array.isArray(value) ? [[name, [...value]]] : []));
  return { state: { ...copied, ...Object.fromEntries(lists) }, ledger: Ledger.restore(ledger.snapshot()) };
};

const parted = (parts: object, change: (value: unknown) => unknown): { readonly [name: string]: unknown } =>
  Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, change(value)]));

/** What is put aside holds maps and sets of its own; elsewhere what is in a map is data as it is. */
const apart: readonly string[] = ['wallets', 'counters'] satisfies (keyof Journalled)[];
const frozenApart = (aside: ReadonlyMap<string, object>) => [...aside].map(([key, own]) => [key, parted(own, tagged)]);
const thawedApart = (rows: unknown) =>
  new Map((rows as [string, object][]).map(([key, own]) => [key, parted(own, untagged)]));

/** Wallets in a form that survives JSON. */
export const frozenWallets = (wallets: JournalledState['wallets']): unknown => frozenApart(wallets);
export const thawedWallets = (rows: unknown) => thawedApart(rows) as unknown as Journalled['wallets'];

const frozenParts = (parts: object): Frozen['state'] =>
  Object.fromEntries(
    Object.entries(parts).map(([name, value]) => [name, apart.includes(name) ? frozenApart(value) : tagged(value)]),
  );
const thawedParts = (parts: object): object =>
  Object.fromEntries(
    Object.entries(parts).map(([name, value]) => [name, apart.includes(name) ? thawedApart(value) : untagged(value)]),
  );

const tagged = (value: unknown): unknown => {
  if (value instanceof Map) return { $map: [...value].map(([key, inner]) => [key, tagged(inner)]) };
  if (value instanceof Set) return { $set: [...value] };
  return value;
};

const untagged = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if ('$map' in value)
    return new Map((value.$map as [unknown, unknown][]).map(([key, inner]) => [key, untagged(inner)]));
  return '$set' in value ? new Set(value.$set as unknown[]) : value;
};
