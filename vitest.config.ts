import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Packages of the workspace are tested from their sources.
const conditions = ['triquad-source', 'node', 'import', 'default'];
const source = { resolve: { conditions }, ssr: { resolve: { conditions } } };
const execArgv = ['--conditions=triquad-source'];
// Only a test that hangs may fail by one of these, also on a slow and busy machine.
const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 120_000 } } };
const stay = { disableMainFrameNavigation: true, disableFallbackToSetURL: true };
// Most files wait most of the time, for a bot, a browser or a clock: two a core left a quarter of both cores idle.
const maxWorkers = 3 * availableParallelism();

/** Files that take long begin first, however short they are: begun last, each leaves the other cores idle at the end. */
const long =
  /faulty-seeds|people\.test|faults\/(compact|files|kill|mutants)|terminal\/tui|e2e\/(accessible|backtest|overview|performance|positions|settings|ten-tasks)/;
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isShort = ({ moduleId }: TestSpecification): number => (long.test(moduleId) ? 0 : 1);
    return (await super.sort(files)).sort((a, b) => isShort(a) - isShort(b));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      {
        ...source,
        test: {
          name: 'unit',
          include: [
            'packages/{core,bot,cli}/src/**/*.test.{ts,tsx}',
            'packages/web/src/**/*.test.ts',
            'tests/*.test.ts',
            'tests/contract/**/*.test.ts',
          ],
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
          // All of them with a window: the router remembers for good whether the first file that read it had one.
          include: ['packages/web/src/**/*.test.tsx'],
          environment: 'happy-dom',
          // A link that is clicked downloads a file here: it must not lead the window, which they share, away.
          environmentOptions: { happyDOM: { settings: { navigation: stay } } },
          execArgv,
          ...patience,
          maxWorkers,
          // Two thirds of their time went into reading the same modules again for each.
          isolate: false,
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
          // Files share a browser and what they import: to begin both for each took a seventh of their time.
          isolate: false,
          // A bot and its browser answer in real time: the unit tests are to be out of the way.
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
