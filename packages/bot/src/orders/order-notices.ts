import type { Reports } from '../kernel/reports.ts';
import type { AccountHalted } from '../model/account-event.ts';
import type { OrderReport } from '../model/exchange.ts';
import type { Order } from '../model/state.ts';

const failure = { notification_type: 'failure', level: 'error', source: 'execution' } as const;

/** An order that was taken for ended rests at its exchange. */
export const reportBack = (core: Reports, { id, exchange, symbol, execution_id }: Order): void => {
  const title = 'An ended order rests at its exchange';
  const message = `order ${id} (${symbol} on ${exchange}) is being cancelled; what it fills is booked`;
  const metadata = { order_id: id, exchange, symbol, execution_id };
  core.log('ERROR', 'execution', `${title}: ${message}`, metadata);
  const params = { order_id: id, exchange, market: symbol };
  core.notify({ ...failure, title, message, code: 'order_back', params, extra_data: metadata });
};

/** A fill belongs to no order of the journal, or the journal could not be read. */
export const reportUnknownFill = (core: Reports, exchange: string, report: OrderReport, reason: string): void => {
  const { client_order_id, symbol, filled_quantity } = report;
  const title = 'A fill could not be booked';
  const message = `${filled_quantity} of order ${client_order_id} (${symbol} on ${exchange}): ${reason}; the account is compared`;
  const metadata = { client_order_id, exchange, symbol, filled_quantity };
  core.log('ERROR', 'execution', `${title}: ${message}`, metadata);
  const params = { order_id: client_order_id, exchange, market: symbol, reason };
  core.notify({ ...failure, title, message, code: 'fill_unknown', params, extra_data: metadata });
};

/** A changed fill, or one beyond its order, halts the account until it agrees with the ledger. */
export const reportHalt = (core: Reports, { exchange, cause, reason }: AccountHalted): void => {
  const title = 'Account halted';
  const message = `${reason}; nothing is begun there until account and ledger agree`;
  const metadata = { exchange, cause };
  core.log('ERROR', 'wallet', `${title}: ${message}`, metadata);
  const params = { exchange, cause, reason };
  core.notify({ ...failure, source: 'wallet', title, message, code: 'reports_disagree', params, extra_data: metadata });
};
