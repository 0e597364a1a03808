import type { OrderReport } from '../../model/exchange.ts';
import {
  check,
  demand,
  isDecimal,
  longestMs,
  type OrderBehaviour,
  type Placed,
  refTo,
  type Scene,
  timeoutMs,
  type VenueCheck,
} from './bench.ts';

/** The order's report once it has ended: the answer itself, or sent, or as looked up. */
const ended = async ({ exchange, latest, until }: Scene, { id, ref, answer }: Placed): Promise<OrderReport> => {
  if (answer.kind === 'report' && answer.report.state !== 'open') return answer.report;
  const isEnded = () => (latest(id)?.state ?? 'open') !== 'open';
  if (answer.kind === 'acknowledged' || answer.kind === 'report') await until(isEnded, 'no report of the end was sent');
  const sent = latest(id);
  if (sent && sent.state !== 'open') return sent;
  const found = await exchange.account.lookUp(ref, timeoutMs);
  demand(found.kind === 'report', `the look-up answered ${found.kind}`);
  return found.report;
};

const isWhole = ({ order }: Scene, report: OrderReport): void => {
  demand(report.state === 'filled', `the order is ${report.state}`);
  demand(
    Number(report.filled_quantity) === Number(order.quantity),
    `filled ${report.filled_quantity} of ${order.quantity}`,
  );
  demand(Number(report.filled_quote) > 0, 'the filled quote is not above 0');
};

const filledBy = (behaviour: OrderBehaviour, name: string, kinds: readonly Placed['answer']['kind'][]): VenueCheck =>
  check(name, behaviour, async (scene) => {
    const placed = await scene.place();
    demand(
      kinds.includes(placed.answer.kind),
      `the order was answered ${placed.answer.kind}, not ${kinds.join(' or ')}`,
    );
    const report = await ended(scene, placed);
    isWhole(scene, report);
    const found = await scene.exchange.account.lookUp(placed.ref, timeoutMs);
    demand(found.kind === 'report', `the look-up answered ${found.kind}`);
    for (const total of ['filled_quantity', 'filled_quote'] as const)
      demand(Number(found.report[total]) === Number(report[total]), `report and look-up differ in ${total}`);
  });

/** Totals of an order as they are looked up, until they are as they should be. */
const untilFilled = async (
  { exchange, order, pause }: Scene,
  { ref }: Placed,
  share: number,
  what: string,
): Promise<OrderReport> => {
  for (let waited = 0; ; waited += 50) {
    const found = await exchange.account.lookUp(ref, timeoutMs);
    demand(found.kind === 'report', `the look-up answered ${found.kind}`);
    if (Math.abs(Number(found.report.filled_quantity) - share * Number(order.quantity)) < 1e-9) return found.report;
    demand(waited < longestMs, what);
    await pause(50);
  }
};

const feesById = (reports: readonly OrderReport[]): ReadonlyMap<string, string> =>
  new Map(
    reports.flatMap(({ executions = [] }) =>
      executions.map(({ id, fees }) => [id, fees.map(({ asset, amount }) => `${amount} ${asset}`).join() || 'nothing']),
    ),
  );

/** What an account must do with orders. */
export const orderChecks: readonly VenueCheck[] = [
  filledBy('fill', 'reports an order that is filled, and finds it with the same totals', ['report', 'acknowledged']),
  filledBy('acknowledge', 'sends the report of an order that was only acknowledged', ['report', 'acknowledged']),
  filledBy('reset', 'does not know what became of an order whose answer was lost, and finds it', ['unknown']),
  filledBy('silence', 'gives an order up after its time-out, and finds it', ['unknown']),
  check('says that an order was refused', 'refuse', async ({ place }) => {
    const { answer } = await place();
    demand(answer.kind === 'refused' && answer.reason !== '', `the order was answered ${answer.kind}`);
  }),
  check('says for how long it was asked too often', 'too-many', async ({ place }) => {
    const { answer } = await place();
    demand(answer.kind === 'throttled' && answer.retryAfterMs > 0, `the order was answered ${answer.kind}`);
    demand(
      answer.scope === 'orders' || answer.scope === 'address',
      `the scope is ${answer.scope}, which stops no order`,
    );
  }),
  check(
    'lists an order that rests, and cancels what is left of it, once',
    'part',
    async ({ exchange, order, place }) => {
      const { id, ref } = await place();
      const open = await exchange.account.openOrders(timeoutMs);
      demand(
        open.kind === 'orders' && open.orders.some((one) => one.client_order_id === id),
        'it is not among the open orders',
      );
      for (const time of ['first', 'second']) {
        const answer = await exchange.account.cancel(ref, timeoutMs);
        demand(
          answer.kind === 'report' && answer.report.state === 'cancelled',
          `the ${time} cancel was answered ${answer.kind}`,
        );
        const filled = Number(answer.report.filled_quantity);
        demand(filled > 0 && filled < Number(order.quantity), `${filled} are filled`);
      }
    },
  ),
  check('tells a fee that was known late, with the same totals', 'late-fee', async (scene) => {
    const placed = await scene.place();
    isWhole(scene, await ended(scene, placed));
    for (let waited = 0; ; waited += 50) {
      const found = await scene.exchange.account.lookUp(placed.ref, timeoutMs);
      demand(found.kind === 'report', `the look-up answered ${found.kind}`);
      isWhole(scene, found.report);
      if (found.report.fees.length > 0 || (scene.latest(placed.id)?.fees.length ?? 0) > 0) return;
      demand(waited < longestMs, 'no fee was told');
      await scene.pause(50);
    }
  }),
  check(
    'names an execution by the same id with the same fee in all that it tells, where it names any',
    'acknowledge',
    async (scene) => {
      const placed = await scene.place();
      await ended(scene, placed);
      const found = await scene.exchange.account.lookUp(placed.ref, timeoutMs);
      demand(found.kind === 'report', `the look-up answered ${found.kind}`);
      const named = feesById([found.report]);
      for (const [id, fees] of feesById([...scene.reportsOf(placed.id), found.report]))
        demand(
          named.get(id) === fees,
          `the execution ${id} took ${fees} in one report and ${named.get(id) ?? 'is not known'} in another`,
        );
    },
  ),
  check('does not know an order that was never placed', null, async ({ exchange, order }) => {
    const answer = await exchange.account.lookUp(refTo(order.symbol, 'neverplaced'), timeoutMs);
    demand(answer.kind === 'not-found', `the look-up answered ${answer.kind}`);
  }),
  check('says what the account holds, in exact decimals', 'fill', async (scene) => {
    isWhole(scene, await ended(scene, await scene.place()));
    const answer = await scene.exchange.account.balances(timeoutMs);
    demand(answer.kind === 'balances', `it answered ${answer.kind}`);
    demand(
      Object.values(answer.holdings).every(({ free, locked }) => isDecimal(free) && isDecimal(locked)),
      'a balance is no decimal',
    );
    demand(Number(answer.holdings[scene.order.symbol.split('/')[0] ?? '']?.free) > 0, 'what was bought is not there');
  }),
  check('tells a fee that is taken in another asset than the market trades', 'token-fee', async (scene) => {
    const report = await ended(scene, await scene.place());
    const traded = scene.order.symbol.split('/');
    demand(
      report.fees.some(({ asset, amount }) => !traded.includes(asset) && isDecimal(amount)),
      'no fee in a third asset was told',
    );
  }),
  check('tells a fill that was taken back as totals that have fallen', 'correct', async (scene) => {
    const placed = await scene.place();
    isWhole(scene, await ended(scene, placed));
    const report = await untilFilled(scene, placed, 0.5, 'the totals have not fallen');
    demand(report.state !== 'open', 'the order is open again');
  }),
  check('tells a fill that came after the order was cancelled', 'late-fill', async (scene) => {
    const placed = await scene.place();
    const answer = await scene.exchange.account.cancel(placed.ref, timeoutMs);
    demand(answer.kind === 'report' && answer.report.state === 'cancelled', `the cancel was answered ${answer.kind}`);
    await untilFilled(scene, placed, 0.5, 'the late fill was not told');
  }),
];
