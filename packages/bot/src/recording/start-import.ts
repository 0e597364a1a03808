import { Worker } from 'node:worker_threads';
import type { ImportPreviewRecord } from '@triquad/core/contract';
import type { Imported, ImportOptions, ImportProgress } from './import.ts';
import type { PreviewOptions } from './preview.ts';
import type { RejectedRow } from './recorded-row.ts';

/** What the thread is asked. */
export type ImportJob =
  | { readonly kind: 'import'; readonly options: Omit<ImportOptions, 'signal' | 'onReject' | 'onProgress'> }
  | { readonly kind: 'preview'; readonly options: Omit<PreviewOptions, 'signal'> };
export type ImportEnd =
  | { readonly made: Imported }
  | { readonly preview: ImportPreviewRecord }
  | { readonly failed: string }
  | { readonly cancelled: true };
/** What it says. */
export type ImportMessage =
  | { readonly progress: ImportProgress }
  | { readonly reject: RejectedRow }
  | { readonly end: ImportEnd };

export type RunningImport = {
  /** Never rejects. */
  readonly result: Promise<ImportEnd>;
  /** The result comes once nothing of it is left. */
  cancel(): void;
};
export type ImportListener = { onProgress(progress: ImportProgress): void; onReject(row: RejectedRow): void };

// The sources are run as they are; a build puts the thread's program beside the file that this has become a part of.
const fromSource = import.meta.url.endsWith('.ts');
const program = new URL(fromSource ? './import-worker.ts' : './import-worker.js', import.meta.url);
/** Beyond this the thread ends, and nothing else is harmed. */
const mostHeapMb = 1024;

/** Imports or previews on another thread: the market does not wait for it. What goes wrong there is an answer in a line. */
export const startImport = (job: ImportJob, { onProgress, onReject }: ImportListener): RunningImport => {
  const { promise: result, resolve } = Promise.withResolvers<ImportEnd>();
  const worker = new Worker(program, {
    workerData: job,
    execArgv: fromSource ? ['--conditions=triquad-source'] : [],
    resourceLimits: { maxOldGenerationSizeMb: mostHeapMb },
  });
  worker.unref();
  worker.on('message', (message: ImportMessage) => {
    if ('progress' in message) onProgress(message.progress);
    else if ('reject' in message) onReject(message.reject);
    else resolve(message.end);
  });
  const fail = (failed: string): void => resolve({ failed });
  worker.on('error', (error) => fail(`it broke off: ${error instanceof Error ? error.message : String(error)}`));
  worker.on('exit', (code) => fail(`it ended without an answer, with code ${code}`));
  return { result, cancel: () => worker.postMessage('cancel') };
};
