import { Worker } from 'node:worker_threads';
import type { WhatIfConfig } from '@triquad/core/contract';
import type { WhatIfOutcome } from './what-if.ts';

/** What the thread is asked. */
export type WhatIfJob = { readonly path: string; readonly config: WhatIfConfig };
/** What it says. */
export type WhatIfMessage = { readonly progress: number } | { readonly outcome: WhatIfOutcome };

export type RunningWhatIf = {
  /** Never rejects. */
  readonly result: Promise<WhatIfOutcome>;
  cancel(): void;
};

// The sources are run as they are; a build puts the thread's program beside the file that this has become a part of.
const fromSource = import.meta.url.endsWith('.ts');
const program = new URL(fromSource ? './worker.ts' : './what-if-worker.js', import.meta.url);
/** Beyond this the thread ends, and nothing else is harmed. */
const mostHeapMb = 1024;

/** Asks on another thread, which alone does not keep the process alive. What goes wrong there is an answer in a line. */
export const startWhatIf = (job: WhatIfJob, onProgress: (progress: number) => void): RunningWhatIf => {
  const { promise: result, resolve } = Promise.withResolvers<WhatIfOutcome>();
  const worker = new Worker(program, {
    workerData: job,
    execArgv: fromSource ? ['--conditions=triquad-source'] : [],
    resourceLimits: { maxOldGenerationSizeMb: mostHeapMb },
  });
  worker.unref();
  const finish = (outcome: WhatIfOutcome): void => {
    resolve(outcome);
    void worker.terminate();
  };
  const fail = (message: string): void => finish({ ok: false, field: null, message });
  worker.on('message', (message: WhatIfMessage) => {
    if ('progress' in message) onProgress(message.progress);
    else finish(message.outcome);
  });
  worker.on('error', (error) => fail(`it broke off: ${error instanceof Error ? error.message : String(error)}`));
  worker.on('exit', (code) => fail(`it ended without an answer, with code ${code}`));
  return { result, cancel: () => fail('cancelled') };
};
