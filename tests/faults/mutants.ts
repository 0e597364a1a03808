/** A fault put into the source on purpose, and the tests that must notice it. */
export type Mutant = {
  readonly name: string;
  /** Below `packages/bot/src`. */
  readonly file: string;
  /** Stands there exactly once. */
  readonly find: string;
  readonly replace: string;
  /** Test files below `packages/bot/src`; one of them must fail. */
  readonly caughtBy: string;
};

export const mutants: readonly Mutant[] = [
  {
    name: 'an order is sent again after a time-out',
    file: 'execution/order-desk.ts',
    find: "unknown(order, 'no answer in time');",
    replace: 'send(order, exchange);',
    caughtBy: 'execution/order-desk.test.ts',
  },
  {
    name: 'an order leaves before its intent is on the disk',
    file: 'execution/order-desk.ts',
    find: "if (!record([{ type: 'OrderIntended', order: intent, at: clock.now() }], { durable: true })) return false;",
    replace: "if (!record([{ type: 'OrderIntended', order: intent, at: clock.now() }])) return false;",
    caughtBy: 'engine/faulty-seeds-1.test.ts',
  },
  {
    name: 'an order leaves although the journal did not take it',
    file: 'execution/order-desk.ts',
    find: "if (!record([{ type: 'OrderIntended', order: intent, at: clock.now() }], { durable: true })) return false;",
    replace:
      "record([{ type: 'OrderIntended', order: intent, at: clock.now() }], { durable: true }); send(intent as Order, exchange);",
    caughtBy: 'execution/order-desk.test.ts',
  },
  {
    name: '"not found" is believed at once',
    file: 'execution/order-desk.ts',
    find: '>= order.deadline - order.created_at + exchange.notFoundAfterMs',
    replace: '>= 0',
    caughtBy: 'execution/order-desk.test.ts',
  },
  {
    name: '"not found" is believed at the deadline',
    file: 'execution/order-desk.ts',
    find: 'order.deadline - order.created_at + exchange.notFoundAfterMs',
    replace: 'order.deadline - order.created_at',
    caughtBy: 'engine/faulty-seeds-1.test.ts',
  },
  {
    name: 'a fee is left out of what a fill has brought',
    file: 'execution/holdings.ts',
    find: 'for (const fee of fees) add(fee.asset, new BigNumber(fee.amount).negated());',
    replace: '',
    caughtBy: 'execution/next-step.test.ts',
  },
  {
    name: 'lots are rounded up',
    file: 'market/decimal.ts',
    find: 'new BigNumber(value).dividedToIntegerBy(step).multipliedBy(step);',
    replace: 'new BigNumber(value).dividedBy(step).integerValue(BigNumber.ROUND_UP).multipliedBy(step);',
    caughtBy: 'execution/leg-order.test.ts',
  },
  {
    name: 'the age of a book is not looked at',
    file: 'market/order-book.ts',
    find: "since(book.receiveTime, now) > maxAgeMs ? 'stale' : 'trusted'",
    replace: "'trusted'",
    caughtBy: 'market/order-book.test.ts',
  },
  {
    name: 'a gap in the numbers of a book is passed over',
    file: 'market/order-book.ts',
    find: "if (delta.firstSequence > book.sequence + 1) return breakBook(book, 'gap');",
    replace: '',
    caughtBy: 'market/order-book.test.ts',
  },
  {
    name: 'the gate closes a turn after the kill',
    file: 'engine/lifecycle.ts',
    find: '    kill: async (reason) => {',
    replace: '    kill: async (reason) => {\n      await null;',
    caughtBy: 'engine/kill-switch.test.ts',
  },
  {
    name: 'the gate follows a kill switch that is only polled',
    file: 'risk/gate.ts',
    find: "thrown?.cause === 'kill' ? thrown.token : null",
    replace: "thrown?.cause === 'kill' && isClosed ? thrown.token : null",
    caughtBy: 'engine/kill-switch.test.ts',
  },
  {
    name: 'a kill that no switch can take leaves the gate open',
    file: 'risk/gate.ts',
    find: 'isClosed = true;',
    replace: '',
    caughtBy: 'risk/gate.test.ts',
  },
  {
    name: 'a reset clears a later kill',
    file: 'risk/gate.ts',
    find: 'if (thrown?.token === token) thrown = null;',
    replace: 'thrown = null;',
    caughtBy: 'engine/kill-outside.test.ts',
  },
  {
    name: 'a halt that the journal cannot take is kept nowhere',
    file: 'engine/create-core.ts',
    find: "killSwitch.throw('halt', reason);",
    replace: '',
    caughtBy: 'engine/kill-outside.test.ts',
  },
  {
    name: 'a kill is forgotten by a restart',
    file: 'engine/create-core.ts',
    find: 'if (halted) return',
    replace: 'if (halted && Number.isNaN(halted.at)) return',
    caughtBy: 'engine/faulty-seeds-1.test.ts',
  },
  {
    name: 'unwinding has no end',
    file: 'execution/unwind.ts',
    find: 'if (unwinds.length >= context.unwindMaxOrders) return null;',
    replace: '',
    caughtBy: 'execution/next-step.test.ts',
  },
  {
    name: 'unwinding sells at any price',
    file: 'execution/unwind.ts',
    find: 'worst: touch.multipliedBy(1 + slip)',
    replace: 'worst: touch.multipliedBy(1 + 20 * slip)',
    caughtBy: 'execution/next-step.test.ts',
  },
  {
    name: 'a fill that is told twice is counted twice',
    file: 'execution/order-report.ts',
    find: 'new BigNumber(report.filled_quantity).minus(order.filled_quantity)',
    replace: 'new BigNumber(report.filled_quantity)',
    caughtBy: 'execution/order-report.test.ts',
  },
  {
    name: 'a stop does not wait for what runs',
    file: 'engine/lifecycle.ts',
    find: 'if (patiently) await idle();',
    replace: '',
    caughtBy: 'engine/engine.test.ts',
  },
  {
    name: 'a restart goes on where it stopped instead of turning back',
    file: 'engine/executor.ts',
    find: "if (status === 'legs') {",
    replace: 'if (false) {',
    caughtBy: 'engine/recovery.test.ts',
  },
  {
    name: 'an interrupted execution goes on as soon as its order is known',
    file: 'engine/executor.ts',
    find: 'if (!hasRecovered || state',
    replace: 'if (state',
    caughtBy: 'engine/recovery.test.ts',
  },
  {
    name: 'a leg is sized by the plan, not by what the one before has brought',
    file: 'execution/next-step.ts',
    find: '(changes.get(leg.from) ?? new BigNumber(0)),',
    replace: 'new BigNumber(leg.side === "sell" ? leg.quantity : 1e9),',
    caughtBy: 'execution/next-step.test.ts',
  },
  {
    name: 'two executions may share an asset',
    file: 'risk/limits.ts',
    find: "if (busy[0]) return { reason: 'asset_busy'",
    replace: "if (busy[99]) return { reason: 'asset_busy'",
    caughtBy: 'risk/risk.test.ts',
  },
  {
    name: 'a limit is passed over that is used up',
    file: 'risk/limits.ts',
    find: 'if (room <= 0) return { ok: false, ...limit };',
    replace: '',
    caughtBy: 'risk/risk.test.ts',
  },
  {
    name: 'a limit does not bound what is entered',
    file: 'risk/limits.ts',
    find: 'if (room < capital) [capital, bound] = [room, limit];',
    replace: '',
    caughtBy: 'risk/risk.test.ts',
  },
  {
    name: 'what runs is not reserved',
    file: 'engine/balances.ts',
    find: 'if (!first || !isFinal(first)) sum = sum.plus(execution.start_amount);',
    replace: '',
    caughtBy: 'engine/reservations.test.ts',
  },
  {
    name: 'a reservation is not released',
    file: 'engine/balances.ts',
    find: 'if (!first || !isFinal(first)) sum',
    replace: 'sum',
    caughtBy: 'engine/reservations.test.ts',
  },
  {
    name: 'a clock that is set forward writes an order off',
    file: 'execution/order-desk.ts',
    find: 'const now = clock.monotonic();',
    replace: 'const now = clock.now();',
    caughtBy: 'engine/faulty-seeds-1.test.ts',
  },
  {
    name: 'an unwinding waits by a clock that may be set',
    file: 'engine/executor.ts',
    find: 'const now = core.clock.monotonic();',
    replace: 'const now = core.clock.now();',
    caughtBy: 'engine/clock-set.test.ts',
  },
  {
    name: 'what was stranded and sold stays stranded',
    file: 'engine/journalled.ts',
    find: 'if (order?.execution_id === null) sellStranded(state, order, fact);',
    replace: '',
    caughtBy: 'engine/faulty-seeds-1.test.ts',
  },
  {
    name: 'a tripped breaker holds nothing up',
    file: 'engine/fold-breakers.ts',
    find: 'tripped.length === 0 ? null',
    replace: 'tripped.length >= 0 ? null',
    caughtBy: 'engine/faulty-seeds-1.test.ts',
  },
];
