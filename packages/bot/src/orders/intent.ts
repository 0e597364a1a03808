import type { Core } from '../kernel/core.ts';
import type { Instrument } from '../model/instrument.ts';
import type { OrderIntent } from '../model/order-event.ts';

type Given = Pick<OrderIntent, 'mode' | 'side' | 'quantity' | 'price' | 'purpose'> & Partial<OrderIntent>;

/** An order to be written down and sent: IOC at a limit, and of no execution, where nothing else is given. */
export const newIntent = (
  { clock, ids, config }: Pick<Core, 'clock' | 'ids' | 'config'>,
  { exchange, symbol, base, quote, version }: Instrument,
  given: Given,
): OrderIntent => {
  const id = ids();
  return {
    id,
    client_order_id: id.replaceAll('-', ''),
    exchange,
    symbol,
    base,
    quote,
    order_type: 'limit',
    time_in_force: 'IOC',
    execution_id: null,
    leg: null,
    expected_price: null,
    deadline: clock.now() + config().order_timeout_ms,
    ...(version !== undefined && { instrument_version: version }),
    ...given,
  };
};
