import { logEntry, opportunity, startOfTest, trade } from '@triquad/core/testing';
import { createJournal, type Message } from '../../packages/core/src/journal/journal.ts';
import { evolve, initialState } from '../../packages/core/src/projections/state.ts';
import { printTable, rate } from './table.ts';

const goal = 50_000;
const events = 50_000;
const streams: readonly (readonly [name: string, make: (n: number) => Message])[] = [
  ['opportunities, each new', (n) => opportunityNo(n, n)],
  ['opportunities, 50 that change', (n) => opportunityNo(n % 50, n)],
  ['log entries', (n) => logNo(n)],
  ['a busy bot: 6 opportunities, 3 log entries, 1 trade', (n) => mixed(n)],
];

const opportunityNo = (n: number, ms: number): Message => ({
  type: 'OpportunityDetected',
  opportunity: opportunity(`o${n}`, ms),
});
const logNo = (n: number): Message => ({ type: 'LogReported', entry: logEntry(`l${n}`, n) });
const mixed = (n: number): Message => {
  if (n % 10 === 9) return { type: 'ExecutionReported', trade: trade(`t${n}`, n) };
  return n % 10 < 6 ? opportunityNo(n % 50, n) : logNo(n);
};

/** Moments a millisecond apart. */
function clock(): () => number {
  let now = startOfTest;
  return () => now++;
}

/** Events a second through a client's journal into every projection, messages made beforehand. */
function measure(make: (n: number) => Message): number {
  const messages = Array.from({ length: events }, (_, n) => make(n));
  const journal = createJournal({ now: clock(), initial: initialState, fold: evolve, capacity: 5_000 });
  const start = performance.now();
  for (const message of messages) journal.append(message);
  return (1_000 * events) / (performance.now() - start);
}

measure(mixed);
const rows = streams.map(([name, make]) => {
  const perSecond = measure(make);
  return [name, rate(perSecond), rate(goal), `${(perSecond / goal).toFixed(1)}×`];
});
printTable('Journal → projections, events a second', ['stream', 'ours', 'limit', 'ratio'], rows);
