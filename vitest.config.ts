import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

// Threads of a bot would compile its sources again at each start: two thirds of what a start costs.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

// Packages of the workspace are tested from their sources.
const conditions = ['triquad-source', 'node', 'import', 'default'];
const shared = {
  execArgv: ['--conditions=triquad-source'],
  // One process a core: more of them read the same modules again and wait for each other.
  maxWorkers: availableParallelism(),
  // Files of a project share the modules they import: reading these again for each file doubles its time.
  isolate: false,
  // Limits end a hang; no outcome depends on them.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
};
/** Files of `npm run test:all` alone. */
const long = '{packages/*/src,tests}/**/*.long.test.{ts,tsx}';
const exclude = [...configDefaults.exclude, long];
// A clicked download must not navigate the window, which the files share.
const happyDOM = { settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } } };

const project = <T extends object>(groupOrder: number, test: T) => ({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  // One project after the other, so that a worker keeps its modules.
  test: { ...shared, exclude, ...test, sequence: { groupOrder } },
});

export default defineConfig({
  test: {
    projects: [
      project(1, {
        name: 'unit',
        include: ['packages/{core,bot,cli}/src/**/*.test.{ts,tsx}', 'packages/web/src/**/*.test.ts', 'tests/*.test.ts'],
      }),
      project(2, {
        name: 'web',
        include: ['packages/web/src/**/*.test.tsx'],
        environment: 'happy-dom',
        environmentOptions: { happyDOM },
        setupFiles: 'packages/web/src/testing/setup.ts',
      }),
      project(3, { name: 'contract', include: ['tests/contract/**/*.test.ts'] }),
      project(4, { name: 'system', include: ['tests/{e2e,terminal,faults}/**/*.test.ts'] }),
      project(5, { name: 'long', include: [long], exclude: configDefaults.exclude, testTimeout: 600_000 }),
    ],
  },
});
