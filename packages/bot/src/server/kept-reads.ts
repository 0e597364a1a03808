import type { RouteName } from '@triquad/core/contract';
import type { Engine } from '../engine/engine.ts';
import type { EventStore } from '../journal/event-store.ts';
import type { Fact } from '../model/event.ts';
import type { Handlers } from './handler.ts';
import { Refusal } from './problem.ts';

/** What is told of an account must still be true after a crash: opportunities, scan and logs never wait. */
const ACCOUNT_READS: readonly RouteName[] = [
  'orders.list',
  'orders.get',
  'orders.history',
  'wallets.balances',
  'wallets.exchange',
  'risk',
  'accounts.differences',
  'performance.summary',
  'performance.metrics',
  'performance.equity',
  'performance.drawdown',
  'notifications.list',
];
const PATIENCE_MS = 1_000;

type Journal = Pick<Engine, 'kept'> & Pick<EventStore<Fact>, 'committed' | 'lastSeq'>;

/**
 * Makes reads of the account wait until everything recorded before them is on the disk, at most a second. While the disk
 * commits nothing for as long they are refused; a journal that has failed is no reason to refuse, as the status says so.
 */
export function onceKept(handlers: Handlers, journal: Journal, patienceMs = PATIENCE_MS): Handlers {
  const waiting: Record<string, unknown> = {};
  for (const name of ACCOUNT_READS) {
    const handler = handlers[name] as (call: unknown) => unknown;
    waiting[name] = async (call: unknown) => (await behind(journal, patienceMs)) ?? handler(call);
  }
  return { ...handlers, ...waiting };
}

async function behind(journal: Journal, patienceMs: number): Promise<Refusal | null> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<'overdue'>((resolve) => {
    timer = setTimeout(resolve, patienceMs, 'overdue');
  });
  try {
    for (let commits = 0; journal.committed() < journal.lastSeq(); commits += 1) {
      const kept = await Promise.race([journal.kept(), overdue]);
      if (kept === false || (kept === 'overdue' && commits > 0)) return null;
      if (kept === 'overdue') return late(patienceMs);
    }
    return null;
  } finally {
    clearTimeout(timer);
  }
}

const late = (ms: number): Refusal =>
  new Refusal(
    503,
    'journal_behind',
    `The disk has not taken the journal for ${ms} ms: orders and balances are shown once it has.`,
    { retryAfterSeconds: 1 },
  );
