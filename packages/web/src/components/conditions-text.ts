import type { Conditions } from '@triquad/core/contract';
import type { conditions as english } from '../messages/en/conditions.ts';
import { percent } from '../messages/format.ts';
import { milliseconds } from './format.ts';

type Texts = (typeof english)['conditions'];

const feeDigits = 3;
const shareDigits = 1;

/** Parts of one line; what the bot does not say, or what does not apply, is left out. */
export const conditionsText = (texts: Texts, { fee_token, paper, ...own }: Conditions): readonly string[] => {
  const fee = (value: number) => percent(value, { digits: feeDigits });
  const share = (value: number) => percent(value, { digits: shareDigits });
  const sources: Readonly<Record<string, string>> = texts.sources;
  const source = own.fee_source
    .split(', ')
    .map((name) => sources[name] ?? name)
    .join(', ');
  const parts = [
    own.taker_pct !== null && texts.fees(fee(own.taker_pct), source),
    fee_token !== null && fee_token.taker_pct !== null && texts.token(fee(fee_token.taker_pct), fee_token.asset),
    ...(paper === null ? [texts.real] : paperText(texts, paper, share)),
    own.commit_ms !== null && texts.commit(milliseconds(own.commit_ms)),
  ];
  return parts.flatMap((part) => (part === false || part === '' ? [] : [part]));
};

type Paper = NonNullable<Conditions['paper']>;

const paperText = (texts: Texts, paper: Paper, share: (value: number) => string): readonly (string | false)[] => {
  const { order_delay: order, feed_delay: feed, taken_pct, rejected_pct, timed_out_pct, rate_limited_pct } = paper;
  const names: Readonly<Record<string, string>> = texts.names;
  const faults = (rejected_pct ?? 0) + (timed_out_pct ?? 0) + (rate_limited_pct ?? 0);
  return [
    names[paper.conditions] ?? paper.conditions,
    order !== null &&
      (order.median_ms ?? 0) > 0 &&
      texts.orders(milliseconds(order.median_ms), milliseconds(order.p99_ms)),
    feed !== null && (feed.median_ms ?? 0) > 0 && texts.quotes(milliseconds(feed.median_ms)),
    (taken_pct ?? 0) > 0 && texts.taken(share(taken_pct ?? 0)),
    faults > 0 && texts.faults(share(faults)),
    paper.speed !== null && paper.speed !== 1 && texts.speed(String(paper.speed)),
  ];
};

type OfExchange = Conditions & { exchange: string };

/** One row for exchanges under the same conditions, with the longest of their waits for the disk. */
export const sameConditions = (all: readonly OfExchange[]): readonly OfExchange[] =>
  [...Map.groupBy(all, keyOf).values()].flatMap((same) => {
    const [first] = same;
    const waits = same.flatMap(({ commit_ms }) => (commit_ms === null ? [] : [commit_ms]));
    const commit_ms = waits.length === 0 ? null : Math.max(...waits);
    return first ? [{ ...first, exchange: same.map(({ exchange }) => exchange).join(', '), commit_ms }] : [];
  });

const keyOf = ({ fee_source, taker_pct, fee_token, paper }: Conditions): string =>
  JSON.stringify([fee_source, taker_pct, fee_token, paper]);
