import { defineConfig } from 'vitest/config';

const node = ['--conditions=triquad-source'];

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { conditions: ['triquad-source', 'node', 'import', 'default'] },
        ssr: { resolve: { conditions: ['triquad-source', 'node', 'import', 'default'] } },
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'tests/*.test.ts', 'tests/contract/**/*.test.ts'],
          execArgv: node,
          testTimeout: 30_000,
        },
      },
      {
        resolve: { conditions: ['triquad-source', 'node', 'import', 'default'] },
        ssr: { resolve: { conditions: ['triquad-source', 'node', 'import', 'default'] } },
        test: {
          name: 'system',
          include: ['tests/{e2e,terminal,faults}/**/*.test.ts'],
          execArgv: node,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
