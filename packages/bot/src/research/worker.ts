import { parentPort, workerData } from 'node:worker_threads';
import type { WhatIfJob, WhatIfMessage } from './start-what-if.ts';
import { askWhatIf } from './what-if.ts';

const { path, config } = workerData as WhatIfJob;
const say = (message: WhatIfMessage): void => parentPort?.postMessage(message);

const step = 0.02;
let said = 0;
const outcome = await askWhatIf({
  path,
  config,
  onReject: () => {},
  onProgress: (progress) => {
    if (progress < said + step) return;
    said = progress;
    say({ progress });
  },
});
say({ outcome });
