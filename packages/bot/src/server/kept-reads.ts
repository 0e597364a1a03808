import type { RouteName } from '@triquad/core/contract';
import type { Engine } from '../engine/engine.ts';
import type { EventStore } from '../journal/event-store.ts';
import { type Elapsed, since } from '../model/clock.ts';
import type { Fact } from '../model/event.ts';
import { Download } from './download.ts';
import type { Handlers } from './handler.ts';
import { Refusal } from './problem.ts';

/** What is told of an account must still be true after a crash: opportunities, scan and logs never wait. */
const ACCOUNT_READS: readonly RouteName[] = [
  'bootstrap',
  'orders.list',
  'orders.get',
  'orders.history',
  'export.table',
  'history.get',
  'wallets.balances',
  'wallets.exchange',
  'wallets.dust',
  'risk',
  'accounts.differences',
  'performance.summary',
  'performance.metrics',
  'performance.money',
  'performance.breakdown',
  'performance.equity',
  'performance.drawdown',
  'notifications.list',
];
const PATIENCE_MS = 1_000;

type Journal = Pick<Engine, 'kept' | 'watch'> & Pick<EventStore<Fact>, 'committed' | 'lastSeq'>;

/**
 * Makes reads of the account, which show what is on the disk, wait until everything recorded before them is, at most a second. Then they
 * are answered as of the last commit, and say for how long something newer has been waiting for the disk.
 */
export function onceKept(
  handlers: Handlers,
  journal: Journal,
  monotonic: () => Elapsed,
  patienceMs = PATIENCE_MS,
): Handlers {
  const behindMs = createLag(journal, monotonic);
  const waiting: Record<string, unknown> = {};
  for (const name of ACCOUNT_READS) {
    const handler = handlers[name] as (call: unknown) => unknown;
    waiting[name] = async (call: unknown) => {
      const before = journal.lastSeq();
      if (journal.committed() < before) await keptWithin(journal, patienceMs);
      const isBehind = journal.committed() < before;
      const answer = await handler(call);
      if (!isBehind || typeof answer !== 'object' || answer === null) return answer;
      if (answer instanceof Refusal || answer instanceof Download) return answer;
      return { ...answer, journal: { behind_ms: behindMs() } };
    };
  }
  return { ...handlers, ...waiting };
}

/** For how many ms the oldest fact that is not on the disk has been waiting for it; 0 when all are. */
function createLag(journal: Journal, monotonic: () => Elapsed): () => number {
  const waiting = new Set<{ readonly at: Elapsed }>();
  journal.watch(() => {
    if (journal.committed() >= journal.lastSeq()) return undefined;
    const fact = { at: monotonic() };
    waiting.add(fact);
    return () => waiting.delete(fact);
  });
  return () => {
    const [oldest] = waiting;
    return oldest === undefined ? 0 : Math.round(since(oldest.at, monotonic()));
  };
}

async function keptWithin(journal: Journal, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([journal.kept(), overdue]);
  clearTimeout(timer);
}
