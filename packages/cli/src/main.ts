import { runProcess } from './process.ts';
import { run } from './program.ts';

await runProcess(run);
