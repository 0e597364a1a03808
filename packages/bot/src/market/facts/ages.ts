import type { Dated, ExchangeFacts } from './exchange-facts.ts';
import { exchangeFacts } from './facts.ts';

/** A fact with its age in whole days. */
export type Aged = Dated & { readonly subject: string; readonly days: number };

const dayMs = 86_400_000;
/** A release whose newest fact is older says so, in days. */
export const oldAfterDays = 60;

/** The dated facts about an exchange at a moment in ms since 1970, oldest first. */
export const agesOf = ({ regions, limits, forms, fees, rules }: ExchangeFacts, now: number): readonly Aged[] => {
  const [address] = Object.values(regions);
  const dated = { ...(address && { addresses: address }), limits, messages: forms, fees, rules };
  return Object.entries(dated)
    .map(([subject, { source, date }]) => ({
      ...{ subject, source, date },
      days: Math.max(0, Math.floor((now - Date.parse(date)) / dayMs)),
    }))
    .toSorted((one, other) => other.days - one.days);
};

/** The same in a sentence: `fees 7 days old (2026-11-21); oldest: rules, 393 days (2025-11-01, KuCoin Universal SDK)`. */
export const agesInWords = (facts: ExchangeFacts, now: number): string => {
  const ages = agesOf(facts, now);
  const [oldest, newest] = [ages[0], ages.at(-1)];
  if (oldest === undefined || newest === undefined) return 'none';
  return `${newest.subject} ${newest.days} days old (${newest.date}); oldest: ${oldest.subject}, ${oldest.days} days (${oldest.date}, ${oldest.source})`;
};

/** The newest fact about any exchange. */
export const newestFact = (now: number): Aged & { readonly exchange: string } => {
  const all = [...exchangeFacts.values()].flatMap((facts) =>
    agesOf(facts, now).map((aged) => ({ ...aged, exchange: facts.name })),
  );
  return all.reduce((newest, one) => (one.days < newest.days ? one : newest));
};
