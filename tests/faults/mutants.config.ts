import { configDefaults, defineConfig } from 'vitest/config';
import root from '../../vitest.config.ts';
import { mutants } from './mutants.ts';

const mutant = mutants.find(({ name }) => name === process.env.TRIQUAD_MUTANT);
if (mutant === undefined) throw new Error(`there is no mutant ${process.env.TRIQUAD_MUTANT}`);
const [unit] = (root.test?.projects ?? []) as readonly { readonly test: object }[];

/** Unit and contract tests of the bot over a source with one fault in it, put in as the source is read. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    // A cache of read sources would give one mutant's source to the next, and to the tests that follow.
    fsModuleCache: false,
    projects: [
      {
        ...unit,
        test: {
          ...unit?.test,
          include: ['packages/bot/src/**/*.test.ts', 'tests/contract/*.test.ts'],
          exclude: configDefaults.exclude,
        },
        plugins: [
          {
            name: 'mutant',
            enforce: 'pre',
            transform: (code: string, id: string) =>
              id.endsWith(`/packages/bot/src/${mutant.file}`) ? code.replace(mutant.find, () => mutant.replace) : null,
          },
        ],
      },
    ],
  },
});
