import * as z from 'zod/mini';
import { EmailConfig, TelegramConfig } from '../contract/alert.ts';
import { BacktestConfig } from '../contract/backtest.ts';
import { Parameters } from '../contract/config.ts';
import { readLocal } from '../time/index.ts';
import type { FieldCode } from './form.ts';

export { PaperFields } from '../contract/config.ts';

/** Money in USD, percentages in percent. */
export const GlobalFields = z.omit(Parameters, { risk: true });
export type GlobalFields = z.infer<typeof GlobalFields>;

/** Paths begin with `risk`, as in the body of the call and in the errors of the bot. */
export const RiskFields = z.pick(Parameters, { risk: true });
export type RiskFields = z.infer<typeof RiskFields>;

// A bot may keep events that this client does not know: they stay in the list.
const events = z.array(z.string());

export const TelegramFields = z.extend(z.omit(TelegramConfig, { alert_events: true }), { events });

export const EmailFields = z.extend(z.omit(EmailConfig, { alert_events: true }), { events });
export type EmailFields = z.infer<typeof EmailFields>;

const rule = (field: keyof BacktestConfig, code: FieldCode) => ({ path: [field], params: { code } });

/** A moment as a date-time input holds it: in local time. */
const localMoment = z.string().check(
  z.minLength(1),
  z.check(({ value, issues }) => {
    const read = readLocal(value);
    if (value === '' || read.ok) return;
    const code: FieldCode = read.fault === 'skipped' ? 'skipped_time' : 'invalid';
    issues.push({ code: 'custom', params: { code }, input: value });
  }),
);

/** Dates are local time. */
export const BacktestFields = z.extend(BacktestConfig, { start_date: localMoment, end_date: localMoment }).check(
  z.refine(
    ({ start_date, end_date }) => {
      const [start, end] = [readLocal(start_date), readLocal(end_date)];
      return !start.ok || !end.ok || start.at < end.at;
    },
    rule('end_date', 'end_before_start'),
  ),
  z.refine((form) => form.enable_triangular || form.enable_quadrangular, rule('enable_triangular', 'no_type')),
);
export type BacktestFields = z.infer<typeof BacktestFields>;

/** The body of the call: the form with its dates in UTC. */
export const backtestConfig = (form: BacktestFields): BacktestConfig => ({
  ...form,
  start_date: utcOf(form.start_date),
  end_date: utcOf(form.end_date),
});

/** @throws RangeError for a text that the form refuses. */
const utcOf = (local: string): string => {
  const read = readLocal(local);
  return new Date(read.ok ? read.at : Number.NaN).toISOString();
};
