import type {
  Clock,
  Instrument,
  LevelUpdates,
  OrderReport,
  Throttled,
  ThrottleScope,
  Unknown,
} from '@triquad/bot/venue';
import type { ExampleOrder } from './server.ts';

export const name = 'example';
/** A book, or what changed of it, as its server writes it. */
export type Told = {
  readonly symbol: string;
  readonly sequence: number;
  readonly bids: LevelUpdates;
  readonly asks: LevelUpdates;
};

/** Calls the example's REST interface: the answer's body, or the reason why there is none. A call ends after `timeoutMs`. */
export const createHttp =
  (host: string, clock: Clock) => async (method: string, path: string, timeoutMs: number, body?: object) => {
    const late = new AbortController();
    const cancel = clock.after(timeoutMs, () => late.abort());
    try {
      const sent = body && { body: JSON.stringify(body) };
      const response = await fetch(`http://${host}/${path}`, { method, signal: late.signal, ...sent });
      return { status: response.status, body: await response.json(), retryAfter: response.headers.get('Retry-After') };
    } catch (error) {
      return { status: 0, body: { message: String(error) }, retryAfter: null };
    } finally {
      cancel();
    }
  };
type Called = Awaited<ReturnType<ReturnType<typeof createHttp>>>;

/** What every call answers when it has no body to read. `scope`: of which calls the example counts it. */
export const faultOf = ({ status, body, retryAfter }: Called, scope: ThrottleScope): Throttled | Unknown =>
  status === 429
    ? { kind: 'throttled', scope, retryAfterMs: Number(retryAfter ?? 1) * 1000 }
    : { kind: 'unknown', reason: `${status} ${body.message ?? ''}` };

const states = { NEW: 'open', FILLED: 'filled', CANCELED: 'cancelled' } as const;
export const reportOf = ({ id, symbol, status, executed, cost, fees, trade }: ExampleOrder): OrderReport => ({
  ...{ client_order_id: id, exchange_order_id: id, symbol, state: states[status] },
  ...{ filled_quantity: executed, filled_quote: cost },
  fees: feesOf(fees),
  executions: trade === null ? [] : [{ id: trade, quantity: executed, fees: feesOf(fees) }],
});
const feesOf = (fees: ExampleOrder['fees']) => Object.entries(fees).map(([asset, amount]) => ({ asset, amount }));

export const instrumentOf = ({ symbol = '', tick, lot, minimum, fee }: Record<string, string>): Instrument => {
  const [base = '', quote = ''] = symbol.split('/');
  const rules = { tickSize: Number(tick), lotStep: Number(lot), minQuantity: 0, minNotional: Number(minimum) };
  return { exchange: name, symbol, base, quote, ...rules, takerFee: Number(fee), feeCurrency: 'received' };
};
