import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Packages of the workspace are tested from their sources.
const conditions = ['triquad-source', 'node', 'import', 'default'];
const source = { resolve: { conditions }, ssr: { resolve: { conditions } } };
const execArgv = ['--conditions=triquad-source'];
// Only a test that hangs may fail by one of these, also on a slow and busy machine.
const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 120_000 } } };
// Half of the files wait most of the time, for a bot, a browser or a clock: two a core keep both cores busy.
const maxWorkers = 2 * availableParallelism();

export default defineConfig({
  test: {
    projects: [
      {
        ...source,
        test: {
          name: 'unit',
          include: ['packages/{core,bot,cli}/src/**/*.test.{ts,tsx}', 'tests/*.test.ts', 'tests/contract/**/*.test.ts'],
          execArgv,
          ...patience,
          maxWorkers,
          // Files share what they import: reading it again for each took a third of their time.
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        ...source,
        test: {
          name: 'web',
          // Not shared: the router remembers for good whether the first file that read it had a window.
          include: ['packages/web/src/**/*.test.{ts,tsx}'],
          execArgv,
          ...patience,
          maxWorkers,
          sequence: { groupOrder: 1 },
        },
      },
      {
        ...source,
        test: {
          name: 'system',
          include: ['tests/{e2e,terminal,faults}/**/*.test.ts'],
          execArgv,
          ...patience,
          maxWorkers,
          // A bot and its browser answer in real time: the unit tests are to be out of the way.
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
