import { setTimeout } from 'node:timers/promises';
import type { ChainRow } from './chain.ts';
import { type Compacted, type CompactOptions, compact } from './compact.ts';
import { type KeptRecord, type Ring, StoreFault, type StoreFaultKind } from './event-store.ts';
import type { JournalFile, JournalRow } from './journal-file.ts';
import type { ChainHeads } from './slot.ts';
import type { RingRow } from './sqlite-rings.ts';
import type { Witness } from './witness.ts';

/** What is asked of the journal beside its commits. */
export type Question =
  | { readonly kind: 'facts'; readonly from: number; readonly limit: number }
  | { readonly kind: 'records'; readonly ring: Ring; readonly before: number; readonly limit: number }
  | { readonly kind: 'copy'; readonly file: string }
  | ({ readonly kind: 'compact' } & Pick<CompactOptions, 'before' | 'size'>);
export type Answer = {
  readonly facts: readonly ChainRow[];
  readonly records: readonly KeptRecord[];
  readonly copy: null;
  readonly compact: Compacted;
};

export type ToJournal =
  | { readonly type: 'commit'; readonly rows: readonly JournalRow[]; readonly records: readonly RingRow[] }
  | { readonly type: 'snapshot'; readonly name: string; readonly seq: number; readonly text: string }
  | { readonly type: 'anchor'; readonly heads: Partial<ChainHeads> }
  | { readonly type: 'ask'; readonly id: number; readonly question: Question }
  | { readonly type: 'close' };
export type Fault = { readonly kind: StoreFaultKind; readonly message: string };
export type FromJournal =
  | { readonly type: 'committed'; readonly seq: number }
  /** Final: nothing more is written. */
  | { readonly type: 'fault'; readonly fault: Fault }
  | { readonly type: 'answer'; readonly id: number; readonly value: Answer[keyof Answer] }
  | { readonly type: 'unanswered'; readonly id: number; readonly fault: Fault }
  | { readonly type: 'closed' };

/** The way to the owner of the file: a thread of its own, or this one. Messages arrive in the order in which they were posted. */
export type JournalPort = { post(message: ToJournal): void };
export type OpenPort = (listener: (message: FromJournal) => void) => JournalPort;

/** Between two steps of a compaction, each of a few milliseconds: commits get the larger share of the thread. */
const pauseMs = 10;

export const faultOfStore = ({ kind, message }: StoreFault): Fault => ({ kind, message });

type OwnerOptions = {
  readonly say: (message: FromJournal) => void;
  /** Runs the task once all messages that have arrived by now are in. */
  readonly whenRead: (task: () => void) => void;
  /** Written after each commit of facts, before it is acknowledged: what it throws is a failed commit. Closed with the file. */
  readonly witness?: Pick<Witness, 'write' | 'anchor' | 'close'> | null;
};

/**
 * The owner of the file: takes messages, and writes all facts that have arrived by the time the disk is free in one commit. The
 * first commit that fails is the last.
 */
export const createOwner = (file: JournalFile, { say, whenRead, witness = null }: OwnerOptions) => {
  let queue: ToJournal[] = [];
  let hasFailed = false;
  let isClosed = false;

  const fail = (error: unknown): void => {
    hasFailed = true;
    say({ type: 'fault', fault: readFault(error) });
  };

  const commit = (batch: readonly Extract<ToJournal, { type: 'commit' }>[]): void => {
    if (hasFailed || batch.length === 0) return;
    const rows = batch.flatMap((one) => one.rows);
    try {
      file.commit(
        rows,
        batch.flatMap(({ records }) => records),
      );
      if (rows.length === 0) return;
      witness?.write(file.end());
      say({ type: 'committed', seq: file.end().seq });
    } catch (error) {
      fail(error);
    }
  };

  /** What else is asked comes in between the steps of a compaction. */
  const pause = async (): Promise<void> => {
    await setTimeout(pauseMs);
    if (hasFailed || isClosed) throw new StoreFault('unreachable', `${file.file} takes nothing more`);
  };

  const answer = async (question: Question): Promise<Answer[keyof Answer]> => {
    switch (question.kind) {
      case 'facts':
        return file.page(question.from, question.limit);
      case 'records':
        return file.recall(question.ring, question.before, question.limit);
      case 'copy':
        await file.copyTo(question.file);
        return null;
      case 'compact': {
        const { kind, ...options } = question;
        return compact(file, { ...options, pause, onWriteFault: fail });
      }
    }
  };

  const handle = (message: Exclude<ToJournal, { type: 'commit' }>): void => {
    if (message.type === 'ask') {
      const { id } = message;
      answer(message.question).then(
        (value) => say({ type: 'answer', id, value }),
        (error: unknown) => say({ type: 'unanswered', id, fault: readFault(error) }),
      );
    } else if (message.type === 'snapshot') {
      // A cache: whatever fails here costs the next start time and nothing else.
      if (!hasFailed) attempt(() => file.saveSnapshot(message.name, message.seq, message.text));
    } else if (message.type === 'anchor') {
      if (!hasFailed) witness?.anchor(message.heads);
    } else {
      isClosed = true;
      attempt(() => file.close());
      attempt(() => witness?.close());
      say({ type: 'closed' });
    }
  };

  const work = (): void => {
    const messages = queue;
    queue = [];
    let batch: Extract<ToJournal, { type: 'commit' }>[] = [];
    for (const message of messages) {
      if (message.type === 'commit') batch.push(message);
      else {
        commit(batch);
        batch = [];
        handle(message);
      }
    }
    commit(batch);
  };

  return {
    take: (message: ToJournal): void => {
      queue.push(message);
      if (queue.length === 1) whenRead(work);
    },
  };
};

const attempt = (work: () => void): void => {
  try {
    work();
  } catch {
    return;
  }
};

const readFault = (error: unknown): Fault => {
  const { message } = error instanceof Error ? error : { message: String(error) };
  const kind = error instanceof Error && 'kind' in error ? (error as StoreFault).kind : 'unreachable';
  return { kind, message };
};
