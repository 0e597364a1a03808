import { basename, dirname, join } from 'node:path';
import { readInstrumentList } from '../../market/instrument-list.ts';
import type { Instrument } from '../../model/instrument.ts';
import { instrumentsBeside, readText } from '../instrument-file.ts';
import { exchangeOfFile } from './exchange-names.ts';
import type { RawName } from './row-writer.ts';
import { type ReadName, readNames } from './symbols.ts';

/** What the operator says of files beside what they say themselves. */
export type Choices = {
  /** Whose prices they are, where no column says it. */
  readonly exchange: string | null;
  /** A list of markets; null for that beside the files, where there is one. */
  readonly instruments: string | null;
  readonly symbols: Readonly<Record<string, string>>;
  /** Where a list of markets may lie. */
  readonly folders: readonly string[];
};
/** Of a file about which nothing is said. */
export const noChoices = (file: string): Choices => ({
  exchange: null,
  instruments: null,
  symbols: {},
  folders: [dirname(file)],
});

/** What was found in one file. */
export type Named = {
  readonly file: string;
  readonly names: readonly RawName[];
  readonly exchangeBy: 'column' | 'content';
};

/** What the operator must say before the files can be read. */
export type Missing = {
  readonly what: 'exchange' | 'symbol' | 'spread' | 'file';
  readonly file: string;
  readonly text: string | null;
  readonly readings: readonly string[];
  readonly message: string;
};
export type ExchangeBy = 'column' | 'content' | 'name' | 'choice';
/** A market of a file, as far as it is understood. */
export type UnderstoodName = {
  readonly exchange: string;
  readonly exchangeBy: ExchangeBy | null;
  /** The exchange that its row says; null where it says none. */
  readonly said: string | null;
  readonly text: string;
  readonly read: ReadName;
};
export type UnderstoodExchange = {
  readonly exchange: string;
  readonly list: string | null;
  readonly instruments: readonly Instrument[];
};

export type Understanding = {
  /** For each file, by the places of its names. */
  readonly files: readonly (readonly UnderstoodName[])[];
  readonly exchanges: readonly UnderstoodExchange[];
  readonly missing: readonly Missing[];
};

/** Finds out which market each name is. `mustKnowExchange`: a file that names none is asked about. */
export const understand = async (
  named: readonly Named[],
  choices: Choices,
  mustKnowExchange: boolean,
): Promise<Understanding> => {
  const missing: Missing[] = [];
  const venues = named.map((one) => one.names.map((name) => venueOf(one, name, choices)));
  const exchanges: UnderstoodExchange[] = [];
  const read = new Map<string, ReadonlyMap<string, ReadName>>();
  for (const exchange of new Set(venues.flat().map((venue) => venue.exchange))) {
    const list = await listOf(exchange, choices);
    if (list?.ok === false)
      missing.push({ what: 'file', file: basename(list.file), text: null, readings: [], message: list.message });
    const instruments = list?.ok ? list.instruments : [];
    exchanges.push({ exchange, list: list?.file ?? null, instruments });
    const texts = named.flatMap(({ names }, place) =>
      names.flatMap(({ text }, at) => (venues[place]?.[at]?.exchange === exchange ? [text] : [])),
    );
    const listed = instruments.map(({ symbol }) => symbol);
    read.set(exchange, readNames(exchange === '' ? null : exchange, texts, { listed, chosen: choices.symbols }));
  }
  const files = named.map(({ names }, place) =>
    names.map(({ exchange: said, text }, at): UnderstoodName => {
      const { exchange, by } = venues[place]?.[at] ?? { exchange: '', by: null };
      return {
        exchange,
        exchangeBy: by,
        said,
        text,
        read: read.get(exchange)?.get(text) ?? { symbol: null, readings: [] },
      };
    }),
  );
  missing.push(...named.flatMap((one, place) => missingOf(one, files[place] ?? [], choices, mustKnowExchange)));
  return { files, exchanges, missing };
};

type Venue = { readonly exchange: string; readonly by: ExchangeBy | null };

const venueOf = ({ file, exchangeBy }: Named, { exchange }: RawName, choices: Choices): Venue => {
  if (exchange !== null && (exchangeBy === 'column' || choices.exchange === null)) return { exchange, by: exchangeBy };
  if (choices.exchange !== null) return { exchange: choices.exchange, by: 'choice' };
  const named = exchangeOfFile(file);
  return named === null ? { exchange: '', by: null } : { exchange: named, by: 'name' };
};

const missingOf = (
  { file }: Named,
  names: readonly UnderstoodName[],
  { exchange: chosen }: Choices,
  mustKnowExchange: boolean,
): readonly Missing[] => {
  const other = names.find(({ exchange }) => chosen !== null && exchange !== chosen);
  const none = names.find(({ exchange }) => exchange === '');
  const about = { file, text: null, readings: [] };
  return [
    ...(other
      ? [{ ...about, what: 'exchange' as const, message: `it says ${other.exchange} in its column, not ${chosen}` }]
      : []),
    ...(none && mustKnowExchange
      ? [{ ...about, what: 'exchange' as const, message: 'neither a column nor its name says whose prices these are' }]
      : []),
    ...names.flatMap(({ text, read }) =>
      read.symbol === null
        ? [{ what: 'symbol' as const, file, text, readings: read.readings, message: doubtOf(text, read.readings) }]
        : [],
    ),
  ];
};

const doubtOf = (text: string, readings: readonly string[]): string =>
  readings.length > 0
    ? `"${text}" may be ${readings.join(' or ')}: name a list of the exchange’s markets, or say which`
    : `"${text}" is no market that can be read without a list of the exchange’s markets`;

type List =
  | { readonly ok: true; readonly file: string; readonly instruments: readonly Instrument[] }
  | { readonly ok: false; readonly file: string; readonly message: string };

/** The list of an exchange: the one that was named, or that beside the files or their folder. */
const listOf = async (exchange: string, { instruments: named, folders }: Choices): Promise<List | null> => {
  if (named !== null) {
    const text = await readText(named);
    if (text === null) return { ok: false, file: named, message: 'it cannot be read' };
    const list = readInstrumentList(text, null);
    if (!list.ok) return { ok: false, file: named, message: `it is ${list.message}` };
    return {
      ok: true,
      file: named,
      instruments: list.instruments.filter((one) => exchange === '' || one.exchange === exchange),
    };
  }
  if (exchange === '') return null;
  for (const folder of folders) {
    const found = await instrumentsBeside(join(folder, 'any'), exchange);
    if (found !== null) return found;
  }
  return null;
};
