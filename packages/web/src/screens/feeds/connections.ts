import type { Feed } from '@triquad/core/contract';

/** The states of a connection, the worst first; one that is not known comes before them. */
const states: readonly string[] = ['down', 'degraded', 'connecting', 'synchronising', 'live'];

/** The connections that need attention first, then by name. */
export const worstFirst = (feeds: readonly Feed[]): readonly Feed[] =>
  feeds.toSorted(
    (a, b) => states.indexOf(a.state) - states.indexOf(b.state) || nameOf(a).localeCompare(nameOf(b), 'en'),
  );

export const nameOf = ({ exchange, connection }: Feed): string =>
  connection === null ? exchange : `${exchange} ${connection}`;

/** Milliseconds from that moment to the answer, by the bot's clock; null where the bot gives none. */
export const ageOf = (feed: Feed, moment: 'since' | 'last_message_at'): number | null => {
  const from = feed[moment];
  return from === null || feed.at === undefined || feed.at === null
    ? null
    : Math.max(0, Date.parse(feed.at) - Date.parse(from));
};

/** The connections together; a figure that a connection does not give counts as zero. */
export const totalsOf = (
  feeds: readonly Feed[],
): { readonly markets: number; readonly trusted: number; readonly messages: number } => ({
  markets: sum(feeds.map(({ markets }) => markets)),
  trusted: sum(feeds.map(({ markets_trusted }) => markets_trusted)),
  messages: sum(feeds.map(({ messages_per_second }) => messages_per_second)),
});

const sum = (values: readonly (number | null)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);

/** How many connections are in each state, the worst first; states without one are left out. */
export const countsOf = (feeds: readonly Feed[]): readonly (readonly [state: string, count: number])[] => {
  const counts = new Map<string, number>();
  for (const { state } of worstFirst(feeds)) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts];
};

/** `until`: time of the next try in ISO 8601; null if unknown. */
export type Excluded = {
  readonly exchange: string;
  readonly market: string;
  readonly reason: string;
  readonly until: string | null;
};

/** Each excluded market once: every connection of an exchange names all of that exchange. */
export const excludedOf = (feeds: readonly Feed[]): readonly Excluded[] => {
  const found = new Map<string, Excluded>();
  for (const { exchange, excluded } of feeds) {
    for (const { market, reason, until = null } of excluded) {
      found.set(`${exchange} ${market}`, { exchange, market, reason: reason ?? '', until });
    }
  }
  return [...found.values()];
};
