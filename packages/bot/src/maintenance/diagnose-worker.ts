import { parentPort, workerData } from 'node:worker_threads';
import { type Diagnosed, diagnose } from './diagnose.ts';

/** The thread that checks a copy of a data directory: it reads the whole journal, and answers once. */
parentPort?.postMessage(diagnose(workerData as Diagnosed));
