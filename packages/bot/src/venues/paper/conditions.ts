import type { PaperConditionsRecord, PaperDelay, PaperSettings } from '@triquad/core/contract';
import { feeSummary, settingOf } from '../../market/fees.ts';
import type { Instrument } from '../../model/instrument.ts';

/** What a paper account meets on the way to its exchange and there. Shares from 0 to 1. */
export type Conditions = {
  readonly name: 'practice' | 'realistic';
  /** How old what the bot sees is. */
  readonly feedDelay: PaperDelay;
  /** From here to the exchange, and back again. */
  readonly orderDelay: PaperDelay;
  /** Cycles of three legs of which somebody else takes, just before an order of ours, as much as that wants. */
  readonly taken: number;
  /** Orders that the exchange refuses, for no fault of theirs; */
  readonly rejected: number;
  /** that get no answer: one half of them has arrived; */
  readonly timedOut: number;
  /** and that are too many for it. */
  readonly rateLimited: number;
};

export type ConditionsName = Conditions['name'];

const constant = (ms: number): PaperDelay => ({ median_ms: ms, p99_ms: ms });

/** `practice`: the best that may be hoped for. `realistic`: a home connection, and others who see the same prices. */
const presets: Readonly<Record<ConditionsName, Conditions>> = {
  practice: {
    name: 'practice',
    feedDelay: constant(0),
    orderDelay: constant(25),
    taken: 0,
    rejected: 0,
    timedOut: 0,
    rateLimited: 0,
  },
  realistic: {
    name: 'realistic',
    feedDelay: { median_ms: 15, p99_ms: 100 },
    orderDelay: { median_ms: 40, p99_ms: 250 },
    taken: 0.25,
    rejected: 0.002,
    timedOut: 0.001,
    rateLimited: 0.001,
  },
};

const share = (pct: number | undefined, usual: number): number => (pct === undefined ? usual : pct / 100);

/** The conditions at an exchange: of the configuration, else those named, changed by what the configuration says of single ones. */
export const conditionsOf = (
  exchange: string,
  settings: PaperSettings | undefined,
  usual: ConditionsName,
): Conditions => {
  const preset = presets[settings?.conditions ?? usual];
  const own = settingOf(settings?.exchanges, exchange);
  return {
    name: preset.name,
    feedDelay: own?.feed_delay ?? preset.feedDelay,
    orderDelay: own?.order_delay ?? preset.orderDelay,
    taken: share(settings?.taken_pct, preset.taken),
    rejected: share(settings?.rejected_pct, preset.rejected),
    timedOut: share(settings?.timed_out_pct, preset.timedOut),
    rateLimited: share(settings?.rate_limited_pct, preset.rateLimited),
  };
};

/** As they are recorded with what is executed; `speed` is that of the market. */
export const conditionsRecord = (conditions: Conditions, speed: number): PaperConditionsRecord => {
  const { name, feedDelay, orderDelay, taken, rejected, timedOut, rateLimited } = conditions;
  const percent = (value: number): number => Number((value * 100).toPrecision(6));
  return {
    conditions: name,
    order_delay: { ...orderDelay },
    feed_delay: { ...feedDelay },
    taken_pct: percent(taken),
    rejected_pct: percent(rejected),
    timed_out_pct: percent(timedOut),
    rate_limited_pct: percent(rateLimited),
    speed: Number.isFinite(speed) ? speed : null,
  };
};

/** As a person reads them; `speed` is that of the market, which hurries the delays as well. */
export const conditionsInWords = (conditions: Conditions, speed = 1): string => {
  const { name, feedDelay, orderDelay, taken, rejected, timedOut, rateLimited } = conditions;
  const delay = ({ median_ms, p99_ms }: PaperDelay): string =>
    median_ms === p99_ms ? `${median_ms} ms` : `${median_ms} ms (${p99_ms} ms in one case of a hundred)`;
  const percent = (value: number): string => `${Number((value * 100).toPrecision(6))} %`;
  const hurried = speed === 1 ? '' : `, all ${speed} times faster as the market is`;
  const faults =
    rejected + timedOut + rateLimited === 0
      ? 'no order fails by itself'
      : `${percent(rejected)} of orders are refused, ${percent(timedOut)} get no answer, ${percent(rateLimited)} meet a rate limit`;
  const others =
    taken === 0 ? 'no competitor takes what is offered' : `in ${percent(taken)} of cycles a competitor is first`;
  return `${name}: an order takes ${delay(orderDelay)} to its exchange and its answer as long, quotes reach the bot after ${delay(feedDelay)}${hurried}; ${others}; ${faults}`;
};

/** The fees of one exchange's markets in words: `taker 0.4 %, maker 0.25 % (entry tier)`. */
export const feesInWords = (instruments: readonly Instrument[]): string => {
  const { least_taker_pct, taker_pct, maker_pct, sources, token } = feeSummary(instruments);
  const taker = least_taker_pct === taker_pct ? `${taker_pct}` : `${least_taker_pct} to ${taker_pct}`;
  const from = sources.length > 0 ? ` (${sources.join(', ')})` : '';
  const paid = token === null ? '' : `, paid in ${token.asset} while there is enough`;
  return `taker ${taker} %, maker ${maker_pct} %${from}${paid}`;
};
