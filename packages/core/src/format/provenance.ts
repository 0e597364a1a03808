import type { Provenance } from '../contract/provenance.ts';
import type { ProvenanceCells } from '../contract/provenance-columns.ts';

type Language = 'en' | 'es';
type Stated = Provenance | null | undefined;

const kinds = {
  en: {
    live: 'live prices',
    recorded: 'a recording',
    imported: 'an imported file',
    bars: 'bars: closes, not quotes',
    sample: 'the sample, whose prices are invented',
    realistic: 'the realistic market, whose prices are invented',
    practice: 'the practice market, whose prices are invented',
  },
  es: {
    live: 'precios en vivo',
    recorded: 'una grabación',
    imported: 'un archivo importado',
    bars: 'barras: cierres, no cotizaciones',
    sample: 'la muestra, cuyos precios son inventados',
    realistic: 'el mercado realista, cuyos precios son inventados',
    practice: 'el mercado de práctica, cuyos precios son inventados',
  },
} as const;

const moneys = {
  en: { real: 'real money', paper: 'paper money', invented: 'invented money' },
  es: { real: 'dinero real', paper: 'dinero de papel', invented: 'dinero inventado' },
} as const;

const tags = {
  en: {
    live: 'live',
    recorded: 'recorded',
    imported: 'imported',
    bars: 'bars',
    sample: 'sample',
    realistic: 'realistic',
    practice: 'practice',
    real: 'real',
    paper: 'paper',
    invented: 'invented',
  },
  es: {
    live: 'en vivo',
    recorded: 'grabado',
    imported: 'importado',
    bars: 'barras',
    sample: 'muestra',
    realistic: 'realista',
    practice: 'práctica',
    real: 'real',
    paper: 'papel',
    invented: 'inventado',
  },
} as const;

const unstated = { en: 'source not stated', es: 'origen no indicado' } as const;
const unstatedTag = { en: 'not stated', es: 'no indicado' } as const;
/** A name that repeats the kind. */
const says = (name: string, { kind }: Provenance): boolean => name === kind;

/** The source of a figure in words, e.g. `a recording, kucoin-20261120T060000000Z of kucoin; paper money`. */
export const provenanceText = (provenance: Stated, language: Language = 'en'): string => {
  if (provenance === null || provenance === undefined) return unstated[language];
  const { kind, name, exchange, money } = provenance;
  const of = language === 'en' ? 'of' : 'de';
  const named = name === null || says(name, provenance) ? '' : name;
  const place = exchange === null || named === exchange ? '' : `${of} ${exchange}`;
  const detail = [named, place].filter((part) => part !== '').join(' ');
  return `${kinds[language][kind]}${detail === '' ? '' : `, ${detail}`}; ${moneys[language][money]}`;
};

/** Provenance in two words for a column or a tag, e.g. `practice · invented`. */
export const provenanceTag = (provenance: Stated, language: Language = 'en'): string =>
  provenance === null || provenance === undefined
    ? unstatedTag[language]
    : `${tags[language][provenance.kind]} · ${tags[language][provenance.money]}`;

type Watched = { readonly market_source: string | null; readonly provenance: Provenance | null };
/** The watched market in a word; null while unknown, and for `simulated`, which names neither practice nor realistic. */
export const marketKind = ({ market_source, provenance }: Watched): string | null =>
  market_source === 'simulated' ? (provenance?.kind ?? market_source) : market_source;

/** Reads the source from its columns; null if they are empty. */
export const provenanceOf = (cells: Partial<ProvenanceCells>): Provenance | null =>
  typeof cells.provenance_kind === 'string' && typeof cells.provenance_money === 'string'
    ? ({
        kind: cells.provenance_kind,
        exchange: cells.provenance_exchange ?? null,
        name: cells.provenance_name ?? null,
        money: cells.provenance_money,
      } as Provenance)
    : null;
