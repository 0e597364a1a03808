import { parentPort, workerData } from 'node:worker_threads';
import { ImportRefused, importFiles } from './import.ts';
import { previewFiles } from './preview.ts';
import type { ImportEnd, ImportJob, ImportMessage } from './start-import.ts';

const job = workerData as ImportJob;
const say = (message: ImportMessage): void => parentPort?.postMessage(message);
const cancel = new AbortController();
// Nothing of it may be left behind: it is not ended from outside.
parentPort?.once('message', () => cancel.abort(new Error('cancelled')));

const everyMs = 250;
let saidAt = Number.NEGATIVE_INFINITY;

const work = async (): Promise<ImportEnd> => {
  if (job.kind === 'preview') return { preview: await previewFiles({ ...job.options, signal: cancel.signal }) };
  const made = await importFiles({
    ...job.options,
    signal: cancel.signal,
    onReject: (reject) => say({ reject }),
    onProgress: (progress) => {
      if (performance.now() - saidAt < everyMs) return;
      saidAt = performance.now();
      say({ progress });
    },
  });
  return { made };
};

const end = await work().catch((error: unknown): ImportEnd => {
  if (cancel.signal.aborted) return { cancelled: true };
  if (error instanceof ImportRefused) return { failed: error.message };
  return { failed: error instanceof Error ? error.message : String(error) };
});
say({ end });
parentPort?.close();
