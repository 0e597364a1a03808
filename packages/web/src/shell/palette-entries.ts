import { figureOf } from '@triquad/core';
import type { Opportunity, Trade } from '@triquad/core/contract';
import { pathOf } from '../components/cycle.ts';
import { money, percent, sourceTag } from '../messages/format.ts';

/** Something the palette does. */
export type Entry = {
  readonly key: string;
  readonly text: string;
  /** Beside the text. */
  readonly note?: string;
  /** Listed only once something is typed. */
  readonly isHidden?: true;
  readonly run: () => void;
};

/** Rows in the list at most: more cannot be looked through. */
const longest = 40;
const idForm = /^[\w-]{6,64}$/;

/** Entries that contain every word of the query, in their order. */
export const matching = (entries: readonly Entry[], query: string): readonly Entry[] => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = words.length === 0 ? entries.filter(({ isHidden }) => !isHidden) : entries;
  return shown
    .filter(({ text, note = '' }) => words.every((word) => `${text} ${note}`.toLowerCase().includes(word)))
    .slice(0, longest);
};

/** True if the text may be the id of an opportunity, execution or order: ids contain digits. */
export const looksLikeId = (query: string): boolean => idForm.test(query) && /\d/.test(query);

type Named = { readonly id: string; readonly text: string; readonly note: string };

export const opportunityNamed = ({ id, type, exchange, symbols, profit_pct }: Opportunity): Named => ({
  id,
  text: `${type} ${exchange} ${pathOf(symbols)}`,
  note: percent(profit_pct),
});

export const tradeNamed = (trade: Trade): Named => {
  const { id, opportunity_type, exchange, symbols, profit } = trade;
  return {
    id,
    text: `${opportunity_type ?? ''} ${exchange} ${pathOf(symbols)}`.trim(),
    note: `${money(figureOf(trade, profit), { sign: true })} · ${sourceTag(trade.provenance)}`,
  };
};
