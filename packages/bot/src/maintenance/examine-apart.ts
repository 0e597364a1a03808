import { Worker } from 'node:worker_threads';
import { CannotStart } from '../model/cannot-start.ts';
import type { Check } from './check.ts';
import type { Diagnosed } from './diagnose.ts';
import type { Verified } from './verify-backup.ts';

/** One question about a copy of a data directory. */
export type Question = { readonly diagnose: Diagnosed } | { readonly verify: Verified };
/** `refused`: a line for the operator. */
export type Answer = { readonly checks: readonly Check[] } | { readonly facts: number } | { readonly refused: string };

// The sources are run as they are; a build puts the thread's program beside the file that this has become a part of.
const fromSource = import.meta.url.endsWith('.ts');
const program = new URL(fromSource ? './examine-worker.ts' : './examine-worker.js', import.meta.url);

/** Examines a copy on a thread of its own, because the whole journal is read and the market must not wait. @throws CannotStart */
export function examineApart(question: { readonly diagnose: Diagnosed }): Promise<readonly Check[]>;
export function examineApart(question: { readonly verify: Verified }): Promise<number>;
export async function examineApart(question: Question): Promise<readonly Check[] | number> {
  const answer = await inThread(question);
  if ('refused' in answer) throw new CannotStart(answer.refused, 1);
  return 'checks' in answer ? answer.checks : answer.facts;
}

const inThread = (question: Question): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const execArgv = fromSource ? ['--conditions=triquad-source'] : [];
    const worker = new Worker(program, { workerData: question, execArgv });
    worker.once('message', resolve);
    worker.once('error', reject);
    // After an answer this rejects nothing.
    worker.once('exit', () => reject(new Error('the thread of the checks ended without an answer')));
  });
