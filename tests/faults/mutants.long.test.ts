import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../harness/bot.ts';
import { repository } from '../harness/recorded-data.ts';
import { type Mutant, mutants, pathOf } from './mutants.ts';

test.each(mutants.map((mutant) => [mutant.name, mutant] as const))('caught: %s', async (_name, mutant) => {
  const { failed, failures } = await runTests(mutant);
  expect({ failed: failed > 0, failures }).toEqual({ failed: true, failures: expect.any(Array) });
});

type Results = {
  numFailedTests: number;
  testResults: { assertionResults: { status: string; title: string; failureMessages: string[] }[] }[];
};

/** A file that cannot be loaded has no failed test, and has caught nothing. */
async function runTests(mutant: Mutant): Promise<{ failed: number; failures: string[] }> {
  const report = join(temporaryFolder(), 'results.json');
  const vitest = join(repository, 'node_modules', 'vitest', 'vitest.mjs');
  const config = join(repository, 'tests', 'faults', 'mutants.config.ts');
  const args = ['run', '--config', config, '--bail=1', '--reporter=json', `--outputFile=${report}`];
  const env = { ...process.env, TRIQUAD_MUTANT: mutant.name, TRIQUAD_SCALE: '', NODE_OPTIONS: '' };
  await new Promise<void>((resolve) => {
    execFile(process.execPath, [vitest, ...args, pathOf(mutant)], { cwd: repository, env }, () => resolve());
  });
  const { numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as Results;
  const failures = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ title }) => title);
  return { failed: numFailedTests, failures };
}
