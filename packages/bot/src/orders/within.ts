import type { BalancesAnswer, LookUpAnswer, OpenOrdersAnswer, OrderReport, PlaceAnswer } from '../model/exchange.ts';

/** Whether the question took effect is not known. */
type NoAnswer = { readonly kind: 'unknown'; readonly reason: string };
type Answer = PlaceAnswer | LookUpAnswer | BalancesAnswer | OpenOrdersAnswer;

/**
 * Asks an exchange, and never throws or rejects. An adapter that throws, at once or later, or answers in no form of the port,
 * has a bug; the question may have taken effect all the same, so the answer is `unknown`.
 */
export const asked = async <T extends Answer>(question: () => Promise<T>): Promise<T | NoAnswer> => {
  try {
    const answer = await question();
    return isReadable(answer) ? answer : { kind: 'unknown', reason: 'the exchange adapter gave an unreadable answer' };
  } catch {
    return { kind: 'unknown', reason: 'the exchange adapter failed' };
  }
};

/** As `asked`, or `unknown` when the answer is not there after `ms`; `after` runs a task later and returns its cancellation. */
export const within = <T extends Answer>(
  after: (ms: number, task: () => void) => () => void,
  ms: number,
  question: () => Promise<T>,
): Promise<T | NoAnswer> =>
  new Promise((resolve) => {
    const cancel = after(ms, () => resolve({ kind: 'unknown', reason: 'no answer in time' }));
    void asked(question).then((value) => {
      cancel();
      resolve(value);
    });
  });

/** Whether a report has the form that the port promises: amounts are decimals that are not negative. */
export const isReadableReport = (report: Partial<OrderReport> | undefined | null): report is OrderReport =>
  typeof report === 'object' &&
  report !== null &&
  typeof report.client_order_id === 'string' &&
  (report.state === 'open' || report.state === 'filled' || report.state === 'cancelled') &&
  isAmount(report.filled_quantity) &&
  isAmount(report.filled_quote) &&
  Array.isArray(report.fees) &&
  report.fees.every((fee) => typeof fee?.asset === 'string' && isDecimal(fee.amount));

const isReadable = (answer: Partial<Extract<Answer, { kind: string }>> | undefined | null): boolean => {
  if (typeof answer !== 'object' || answer === null) return false;
  switch (answer.kind) {
    case 'unknown':
    case 'refused':
      return typeof answer.reason === 'string';
    case 'not-found':
      return true;
    case 'report':
      return isReadableReport(answer.report);
    case 'orders':
      return Array.isArray(answer.orders) && answer.orders.every(isReadableReport);
    case 'balances':
      return typeof answer.total === 'object' && answer.total !== null && Object.values(answer.total).every(isDecimal);
    default:
      return false;
  }
};

const isDecimal = (value: unknown): boolean => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);
const isAmount = (value: unknown): boolean => typeof value === 'string' && /^\d+(\.\d+)?$/.test(value);
