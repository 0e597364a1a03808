import {
  type AccountEvent,
  type BalancesAnswer,
  type BookAnswer,
  type LookUpAnswer,
  type OpenOrdersAnswer,
  type OrderReport,
  type PlaceAnswer,
  type TimeAnswer,
  throttleScopes,
} from '../model/exchange.ts';

/** What an exchange answers to any call. */
export type Answer = PlaceAnswer | LookUpAnswer | BalancesAnswer | OpenOrdersAnswer | BookAnswer | TimeAnswer;

/** Whether a report has the form that the port promises: amounts are decimals that are not negative. */
const isReadableReport = (report: Partial<OrderReport> | undefined | null): report is OrderReport =>
  typeof report === 'object' &&
  report !== null &&
  typeof report.client_order_id === 'string' &&
  (report.state === 'open' || report.state === 'filled' || report.state === 'cancelled') &&
  isAmount(report.filled_quantity) &&
  isAmount(report.filled_quote) &&
  areFees(report.fees) &&
  (report.executions === undefined ||
    (Array.isArray(report.executions) &&
      report.executions.every(
        (one) => typeof one?.id === 'string' && one.id !== '' && isAmount(one.quantity) && areFees(one.fees),
      )));

const areFees = (fees: unknown): boolean =>
  Array.isArray(fees) && fees.every((fee) => typeof fee?.asset === 'string' && isDecimal(fee.amount));

/** Whether an answer has a form of the port. */
export const isReadable = (answer: Partial<Extract<Answer, { kind: string }>> | undefined | null): boolean => {
  if (typeof answer !== 'object' || answer === null) return false;
  switch (answer.kind) {
    case 'unknown':
    case 'gone':
    case 'refused':
      return typeof answer.reason === 'string';
    case 'acknowledged':
      return typeof answer.exchange_order_id === 'string';
    case 'throttled':
      return (
        (answer.retryAfterMs ?? 0) > 0 &&
        Number.isFinite(answer.retryAfterMs) &&
        throttleScopes.some((scope) => scope === answer.scope)
      );
    case 'not-found':
      return true;
    case 'report':
      return isReadableReport(answer.report);
    case 'orders':
      return Array.isArray(answer.orders) && answer.orders.every(isReadableReport);
    case 'balances':
      return areHoldings(answer.holdings);
    case 'book':
      return Array.isArray(answer.bids) && Array.isArray(answer.asks);
    case 'time':
      return Number.isFinite(answer.at);
    default:
      return false;
  }
};

const areHoldings = (holdings: unknown): boolean =>
  typeof holdings === 'object' &&
  holdings !== null &&
  Object.values(holdings).every((one) => isDecimal(one?.free) && isDecimal(one?.locked));

/** Whether an event of an account has a form of the port. */
export const isReadableAccountEvent = (event: Partial<AccountEvent> | undefined | null): event is AccountEvent => {
  if (typeof event !== 'object' || event === null) return false;
  if (event.kind === 'report') return 'report' in event && isReadableReport(event.report);
  if (event.kind === 'disconnected') return 'reason' in event && typeof event.reason === 'string';
  return event.kind === 'connected' || event.kind === 'balance';
};

const isDecimal = (value: unknown): boolean => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);
const isAmount = (value: unknown): boolean => typeof value === 'string' && /^\d+(\.\d+)?$/.test(value);
