import { parentPort, workerData } from 'node:worker_threads';
import type { MovesShown, MovesWork } from './moves-ahead.ts';
import { createMovesMaker } from './moves-maker.ts';
import { fillRing } from './moves-ring.ts';
import { letOthersGoFirst } from './priority.ts';

letOthersGoFirst();
const { options, ring } = workerData as MovesWork;
const maker = createMovesMaker(options);
fillRing(ring, maker);
parentPort?.postMessage({ steps: maker.steps(), showed: maker.showed() } satisfies MovesShown);
