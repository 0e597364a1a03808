import type { Conditions } from '@triquad/core/contract';
import type { conditions as english } from '../messages/en/conditions.ts';
import { percent } from '../messages/format.ts';
import { milliseconds } from '../messages/numbers.ts';

type Texts = (typeof english)['conditions'];

const feeDigits = 3;
const shareDigits = 1;

type Parts = readonly (string | false)[];
const said = (parts: Parts): readonly string[] =>
  parts.flatMap((part) => (part === false || part === '' ? [] : [part]));

/** Parts of one line, without unknown or inapplicable ones. */
export const conditionsText = (texts: Texts, conditions: Conditions): readonly string[] =>
  said([...feeText(texts, conditions), ...otherText(texts, conditions)]);

const feeText = (texts: Texts, { taker_pct, fee_token, fee_source }: Omit<Conditions, 'commit_ms'>): Parts => {
  const fee = (value: number) => percent(value, { digits: feeDigits });
  const sources: Readonly<Record<string, string>> = texts.sources;
  const source = fee_source
    .split(', ')
    .map((name) => sources[name] ?? name)
    .join(', ');
  return [
    taker_pct !== null && texts.fees(fee(taker_pct), source),
    fee_token !== null && fee_token.taker_pct !== null && texts.token(fee(fee_token.taker_pct), fee_token.asset),
  ];
};

const otherText = (texts: Texts, { paper, commit_ms }: Pick<Conditions, 'paper' | 'commit_ms'>): Parts => [
  ...(paper === null ? [texts.real] : paperText(texts, paper, (value) => percent(value, { digits: shareDigits }))),
  commit_ms !== null && texts.commit(milliseconds(commit_ms)),
];

type Paper = NonNullable<Conditions['paper']>;

const paperText = (texts: Texts, paper: Paper, share: (value: number) => string): Parts => {
  const { order_delay: order, feed_delay: feed, taken_pct, rejected_pct, timed_out_pct, rate_limited_pct } = paper;
  const names: Readonly<Record<string, string>> = texts.names;
  const faults = (rejected_pct ?? 0) + (timed_out_pct ?? 0) + (rate_limited_pct ?? 0);
  return [
    names[paper.conditions] ?? paper.conditions,
    order !== null &&
      (order.median_ms ?? 0) > 0 &&
      texts.orders(milliseconds(order.median_ms), order.p99_ms === order.median_ms ? '' : milliseconds(order.p99_ms)),
    feed !== null && (feed.median_ms ?? 0) > 0 && texts.quotes(milliseconds(feed.median_ms)),
    (taken_pct ?? 0) > 0 && texts.taken(share(taken_pct ?? 0)),
    faults > 0 && texts.faults(share(faults)),
    paper.speed !== null && paper.speed !== 1 && texts.speed(String(paper.speed)),
  ];
};

type OfExchange = Omit<Conditions, 'commit_ms'> & { exchange: string; commit_ms?: number | null };

/** A line for the exchanges whose orders meet the same, each with its fees, and with the longest of their waits for the disk. */
export const sharedConditions = (texts: Texts, all: readonly OfExchange[]): readonly (readonly string[])[] =>
  alike(all, ({ paper }) => paper).map((same, _, groups) => {
    const waits = same.flatMap(({ commit_ms }) => commit_ms ?? []);
    const fees = alike(same, ({ fee_source, taker_pct, fee_token }) => [fee_source, taker_pct, fee_token]);
    const isObvious = fees.length === 1 && groups.length === 1;
    return said([
      ...fees.map(([first, ...rest]) => {
        const text = said(feeText(texts, first)).join(', ');
        return isObvious ? text : texts.at([first, ...rest].map(({ exchange }) => exchange).join(', '), text);
      }),
      ...otherText(texts, { paper: same[0].paper, commit_ms: waits.length === 0 ? null : Math.max(...waits) }),
    ]);
  });

type Some = readonly [OfExchange, ...OfExchange[]];
const alike = (all: readonly OfExchange[], key: (one: OfExchange) => unknown): readonly Some[] =>
  [...Map.groupBy(all, (one) => JSON.stringify(key(one))).values()].flatMap(([first, ...rest]): Some[] =>
    first ? [[first, ...rest]] : [],
  );
