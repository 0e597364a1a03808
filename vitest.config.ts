import { defineConfig } from 'vitest/config';

// Packages of the workspace are tested from their sources.
const conditions = ['triquad-source', 'node', 'import', 'default'];
const source = { resolve: { conditions }, ssr: { resolve: { conditions } } };
const execArgv = ['--conditions=triquad-source'];
// Only a test that hangs may fail by one of these, also on a slow and busy machine.
const patience = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };

export default defineConfig({
  test: {
    projects: [
      {
        ...source,
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'tests/*.test.ts', 'tests/contract/**/*.test.ts'],
          execArgv,
          ...patience,
          maxWorkers: '100%',
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
          // These mostly wait, for a bot or a browser; each starts several processes, so more at once would only wait for each other.
          maxWorkers: 2,
          // They do so in real time: the unit tests are to be out of the way.
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
