import * as z from 'zod/mini';
import { momentFaults, readMoment } from '../time/index.ts';
import { extended, mark } from './mark.ts';

/** A UUIDv7 string: sortable by creation time. */
export const id = z.string().check(z.minLength(1), z.maxLength(128));
/** ISO 8601 UTC with milliseconds, e.g. `2026-01-31T12:03:44.120Z`. */
export const time = z.iso.datetime({ precision: 3 });
/** A moment that a user enters, in any form of `readMoment`; the value is `time`. */
export const moment = z.string().check(
  z.check(({ value, issues }) => {
    const read = readMoment(value);
    if (!read.ok) issues.push({ code: 'custom', message: momentFaults[read.fault], input: value });
  }),
  z.overwrite((text) => {
    const read = readMoment(text);
    return read.ok ? new Date(read.at).toISOString() : text;
  }),
);
/** The ends of a range in a query, half open: `to` is not within. */
export const range = { from: z.optional(moment), to: z.optional(moment) };
/** Percent: 0.5 is 0.5 %. */
export const percent = z.number();
/** USD. */
export const usd = z.number();
export const count = z.int().check(z.nonnegative());
export const text = z.string();

/** The most that a user may enter, far above what exchanges hold and far below what a number can. */
export const mostUsd = 1e15;
/** Money, a price or a quantity that a user enters: more than 0, with an upper bound. */
export const amount = z.number().check(z.positive(), z.lte(mostUsd));
/** A name that a user enters: one line without control and direction characters. */
export const name = text.check(
  z.regex(/^(?=.*\S)[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+$/u, 'must be one line of plain text'),
);

/** `BTC/USDT`: base, a slash, quote; upper case letters and digits. */
export const marketSymbol = z.string().check(z.regex(/^[A-Z0-9]{1,20}\/[A-Z0-9]{1,20}$/));
/** Lower-case exchange name, e.g. `kucoin`. */
/** A venue, `kucoin`, or an account of it where several are connected, `kucoin:second`. */
export const exchangeName = z.string().check(z.regex(/^[a-z][a-z0-9_-]{0,31}(:[a-z0-9][a-z0-9_-]{0,31})?$/));

const eachOnce = z.overwrite((names: string[]) => [...new Set(names)]);
export const exchangeNames = z.array(exchangeName).check(z.minLength(1), z.maxLength(32), eachOnce);
export const marketSymbols = z.array(marketSymbol).check(z.maxLength(5_000), eachOnce);

export const tradingMode = z.enum(['paper', 'live']);
export type TradingMode = z.infer<typeof tradingMode>;

const decimal = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;
/** A number in a query: decimal digits only. */
export const queried = <T extends z.core.$ZodType<number, number>>(number: T) =>
  z.pipe(
    z.transform((value: unknown) => (typeof value === 'string' && decimal.test(value) ? Number(value) : value)),
    number,
  );

const defaultLimit = 50;
const limit = z._default(queried(z.int().check(z.gte(1), z.lte(500))), defaultLimit);
const offset = z._default(queried(z.int().check(z.gte(0))), 0);
/** Paging of every list. */
export const page = { limit, offset };

/** `{data, total, limit, offset}`: the embedded bot's answer to every list call. */
export const listOf = <T extends z.core.$ZodType>(item: T) =>
  z.object({ data: z.array(item), total: count, limit: count, offset: count });

/**
 * An answer about the account. `journal` is there when it is older than what the bot knows, because the disk has not taken that yet;
 * `behind_ms`: for how long.
 */
export const asOfCommit = <S extends z.core.$ZodObject>(record: S) =>
  extended(record, { journal: z.optional(z.object({ behind_ms: count })) });

/** When the answer was made. */
export const stamped = { at: z.optional(time) };

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
/** Parameters of a message: names, amounts, percentages, ISO times. */
const params = mark(z.record(z.string(), scalar), { apart: true });
export type Params = Readonly<z.infer<typeof params>>;
/** The code of a message and its values, from a bot that announces `codes`. Clients that do not know the code show the bot's text. */
export const coded = { code: z.optional(text), params: z.optional(params) };
