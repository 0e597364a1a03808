import { Worker } from 'node:worker_threads';
import type { FromJournal, JournalPort, OpenPort } from './journal-port.ts';
import type { JournalWork } from './worker.ts';

// The sources are run as they are; a build puts the thread's program beside the file that this has become a part of.
const fromSource = import.meta.url.endsWith('.ts');
const program = new URL(fromSource ? './worker.ts' : './journal-worker.js', import.meta.url);

/** Starts the journal's thread. A thread that ends unasked is a fault of the journal, and everything it was asked is lost. */
export const startJournalThread =
  (work: JournalWork): OpenPort =>
  (listener: (message: FromJournal) => void): JournalPort => {
    const worker = new Worker(program, {
      workerData: work,
      execArgv: fromSource ? ['--conditions=triquad-source'] : [],
    });
    let hasEnded = false;
    const lost = (reason: string): void => {
      if (hasEnded) return;
      hasEnded = true;
      listener({ type: 'fault', fault: { kind: 'unreachable', message: `${work.file} cannot be written: ${reason}` } });
      listener({ type: 'closed' });
    };
    worker.on('message', (message: FromJournal) => {
      if (message.type === 'closed') hasEnded = true;
      listener(message);
    });
    worker.on('error', (error: unknown) => lost(`its thread broke off: ${String(error)}`));
    worker.on('exit', () => lost('its thread has ended'));
    return { post: (message) => worker.postMessage(message) };
  };
