import { parentPort, workerData } from 'node:worker_threads';
import { StoreFault } from '../journal/event-store.ts';
import { CannotStart } from '../model/cannot-start.ts';
import { diagnose } from './diagnose.ts';
import type { Answer, Question } from './examine-apart.ts';
import { verifyBackup } from './verify-backup.ts';

/** The thread that examines a copy of a data directory and answers once. */
function answerTo(question: Question): Answer {
  if ('diagnose' in question) return { checks: diagnose(question.diagnose) };
  try {
    return { facts: verifyBackup(question.verify) };
  } catch (error) {
    if (!(error instanceof CannotStart) && !(error instanceof StoreFault)) throw error;
    return { refused: error.message };
  }
}

parentPort?.postMessage(answerTo(workerData as Question));
