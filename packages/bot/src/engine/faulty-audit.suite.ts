import { hash } from 'node:crypto';
import { BigNumber } from 'bignumber.js';
import type { DecisionMade, Fact } from '../model/event.ts';
import { isFinal, type JournalledState, type Order } from '../model/state.ts';
import { totalsOf } from '../orders/reconcile.ts';
import type { MoneyMark } from '../portfolio/money.ts';
import type { Engine } from './engine.ts';
import { breachesOfGuards } from './faulty-guards.suite.ts';
import { breachesOfWays } from './faulty-ways.suite.ts';
import { type FaultyWorld, keepsWithin, type Process } from './faulty-world.suite.ts';
import { faultOfMoney, foldedOf } from './money.suite.ts';
import { faultOfReservations } from './reserved.suite.ts';

/** What must be so in the end: empty lists, and books that agree. */
export const audit = async (world: FaultyWorld, { engine, isCommitting }: Process) => {
  const { clock, venue, disk, breaches, count, isWatched, heard, byHand } = world;
  const { truth, sent } = venue;
  // A price that is not there is in the value of what is held as well.
  const losesOnPaper = world.guards.stopLossPct !== null || world.tally.glitches !== undefined;
  const { orders, executions, open_executions, open_orders, lifecycle, halted, residuals, reserved } = engine.state();
  const held = truth.account.balances(1000);
  const reports = sent.map(({ symbol, client_order_id }) =>
    truth.account.lookUp({ symbol, client_order_id, exchange_order_id: null, sent_at: 0 }, 1000),
  );
  await clock.advance(100);
  const answer = await held;
  const known = new Map([...orders.values()].map((order) => [order.client_order_id, order]));
  const wrong: string[] = [];
  for (const [at, request] of sent.entries()) {
    const { client_order_id: id } = request;
    const [order, report] = [known.get(id), await reports[at]];
    if (!order) wrong.push(`${id} was sent and is not known`);
    else if (!(disk.announced(id) ? keepsWithin(order, request) : wordsOf(order) === wordsOf(request))) {
      wrong.push(`${id} was not sent as it was intended`);
    } else {
      const booked = amountsOf(order);
      const said = report?.kind === 'report' ? amountsOf(report.report) : nothingFilled;
      if (said === booked) continue;
      // What nothing heard of is booked as a difference, or the balances do not agree.
      const last = heard.get(id)?.report;
      const ids = (report?.kind === 'report' ? report.report.executions : undefined) ?? [];
      const isWhole = ids.every((one) => last?.executions?.some((other) => other.id === one.id));
      if (venue.isLate(id) && !(last && isWhole && amountsOf(last) === said)) count('late reports that nothing heard');
      else wrong.push(`${id} was filled otherwise than booked: ${booked}, not ${said}`);
    }
  }
  // Of an account that agrees long after a fill no fee is expected any more, and a clock that is set ahead makes it long: so does one that
  // is set right after it was set back by an hour.
  const isAhead = [3600, -3600, 172_800].some((by) => world.tally[`clock set by ${by} s`] !== undefined);
  for (const id of isAhead ? [] : truth.refusedForFees) wrong.push(`${id} was larger than what an expected fee leaves`);
  for (const { status } of executions.values()) count(status);
  const isLeft = ({ reason, detail }: DecisionMade): boolean =>
    reason === 'auto_execute_off' && detail === `${byHand} at kucoin is left to the operator`;
  if (engine.state().decisions.some(isLeft)) count(`lives that left to the operator: ${byHand}`);
  let day = '';
  let days = 0;
  for (const fact of disk.facts()) {
    if (fact.type === 'ClockJumped') count('jumps of the clock');
    if (fact.type === 'MarketOpened') count(`prices: ${fact.market}`);
    if (fact.type === 'DayStarted') {
      if (fact.day <= day) breaches.push(`the day ${fact.day} began after ${day}`);
      day = fact.day;
      days++;
    }
    if (fact.type === 'OrderUnknown') count('unknown outcomes');
    if (fact.type === 'BreakerTripped') count(`trips: ${fact.name}`);
    if (fact.type === 'OrderFilled' && fact.fees.some(({ asset }) => asset !== fact.base && asset !== fact.quote))
      count('fees in a third asset');
    if (fact.type === 'FillCorrected') count('fills taken back');
    if (fact.type === 'FillRepriced') count('fills priced again');
    if (fact.type === 'FeeCharged') count('late fees');
    if (fact.type === 'DifferenceFound') {
      count(`differences: ${fact.kind}`);
      if (!venue.hasBadReports && !truth.hasChanged())
        breaches.push(`${fact.asset} differs although nothing was late: ${fact.kind}`);
    }
    if (fact.type === 'BotHalted') count(`halts: ${fact.cause}`);
    if (fact.type === 'BotHalted' && fact.cause === 'balance_mismatch') breaches.push(fact.reason);
  }
  breaches.push(...breachesOfGuards(disk.facts(), world.guards));
  breaches.push(...breachesOfWays(disk.facts(), () => count('ways back that were judged')));
  // Only a process that starts later than the newest fact may begin a day within these few minutes.
  if (days > 1 + (world.tally.crashes ?? 0)) breaches.push(`${days} days began in a few minutes`);
  const booked = [...engine.ledger.holdings('paper', 'kucoin')].map(
    ([asset, amount]) => [asset, amount.toFixed()] as const,
  );
  for (const [asset, amount] of residuals.get('kucoin') ?? [])
    if (engine.ledger.balance('paper', 'kucoin', asset).isLessThan(amount))
      wrong.push(`${amount} ${asset} are not held`);
  if (!venue.hasBadReports && !truth.hasChanged()) wrong.push(...unlisted(disk.facts(), booked, engine.state()));
  if (isWatched && !isCommitting()) {
    count('lives whose committed account was compared');
    if (shownBy(engine.committed) !== shownBy(engine))
      breaches.push('the account as of the last commit is another one');
  }
  const marks: MoneyMark[] = [];
  const reservations = faultOfReservations(disk.facts(), (state, fact) => marks.push(...foldedOf(state, fact)));
  const found = {
    lifecycle,
    open: [...open_executions, ...open_orders],
    unfinished: [...orders.values()].filter((order) => !isFinal(order)).length,
    sentTwice: sent.length - new Set(sent.map(({ client_order_id }) => client_order_id)).size,
    wrong,
    breaches,
    imbalances: [...engine.ledger.imbalances()],
    reservations,
    // Where the reservations are wrong, the marks after that are not known.
    money: reservations === null ? faultOfMoney(disk.facts(), marks) : null,
    reserved: [...reserved.keys()],
    halted: halted?.cause === 'kill' || (losesOnPaper && isLossStop(halted)) ? null : (halted?.reason ?? null),
    booked: Object.fromEntries(booked),
  };
  const total = answer.kind === 'balances' ? totalsOf(answer.holdings) : {};
  await engine.close();
  return { found, wanted: { ...flawless, booked: total } };
};

/**
 * What an account holds that came from its executions and is neither a residual position nor dust: it would never be shown, nor sold.
 * Deposits, kept positions and purchases by hand are listed nowhere, and count apart.
 */
const unlisted = (
  facts: readonly Fact[],
  booked: readonly (readonly [string, string])[],
  { residuals, money }: Pick<JournalledState, 'residuals' | 'money'>,
): readonly string[] => {
  const byHand = new Set<string>();
  const apart = new Map<string, BigNumber>();
  const add = (asset: string, amount: BigNumber.Value): unknown =>
    apart.set(asset, new BigNumber(apart.get(asset) ?? 0).plus(amount));
  for (const fact of facts) {
    if (fact.type === 'FundsDeposited') add(fact.asset, fact.amount);
    if (fact.type === 'StrandedCleared' && fact.kept) add(fact.asset, fact.amount ?? 0);
    if (fact.type === 'OrderIntended' && fact.order.purpose === 'manual') byHand.add(fact.order.id);
    if (fact.type === 'OrderFilled' && byHand.has(fact.order_id) && fact.side === 'buy') add(fact.base, fact.quantity);
  }
  return booked.flatMap(([asset, amount]) => {
    const listed = [residuals.get('kucoin')?.get(asset), money.get('paper')?.dust.kucoin?.[asset]];
    const rest = listed
      .reduce<BigNumber>((left, one) => left.minus(one ?? 0), new BigNumber(amount))
      .minus(apart.get(asset) ?? 0);
    return asset !== 'USDT' && rest.isGreaterThan(0) ? [`${rest} of ${amount} ${asset} are listed nowhere`] : [];
  });
};

const isLossStop = (halted: JournalledState['halted']): boolean =>
  halted?.cause === 'stop_loss' || halted?.cause === 'daily_drawdown';

/** Orders, executions, reservations and balances as this view shows them. */
const shownBy = ({ state, ledger }: Pick<Engine, 'state' | 'ledger'>): string => {
  const { orders, executions, open_orders, open_executions, reserved, residuals } = state();
  const lists = [orders, executions, reserved, ledger.holdings('paper', 'kucoin')].map((entries) => [...entries]);
  const left = [...residuals].map(([exchange, amounts]) => [exchange, [...amounts]]);
  return JSON.stringify([...lists, left, [...open_orders], [...open_executions]]);
};

const flawless = {
  lifecycle: 'stopped',
  open: [],
  unfinished: 0,
  sentTwice: 0,
  wrong: [],
  breaches: [],
  imbalances: [],
  reservations: null,
  money: null,
  reserved: [],
  halted: null,
};

type Amounts = Pick<Order, 'filled_quantity' | 'filled_quote' | 'fees'>;
const amountsOf = ({ filled_quantity, filled_quote, fees }: Amounts): string =>
  [filled_quantity, filled_quote, ...fees.map(({ asset, amount }) => `${amount} ${asset}`).sort()].join(', ');
const nothingFilled = amountsOf({ filled_quantity: '0', filled_quote: '0', fees: [] });

const wordsOf = ({ symbol, side, quantity, price }: Pick<Order, 'symbol' | 'side' | 'quantity' | 'price'>): string =>
  `${symbol} ${side} ${quantity} ${price}`;

/** Of all that was written and sent: the same seed gives the same. */
export const traceOf = ({ disk, venue }: FaultyWorld): string =>
  hash('sha256', [...disk.payloads, ...venue.sent.map((request) => JSON.stringify(request))].join('\n'));
