import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../harness/recorded-data.ts';
import { type Mutant, mutants, pathOf } from './mutants.ts';

const source = (path: string) => join(repository, 'packages', 'bot', 'src', path);
const isTest = (mutant: Mutant) => existsSync(join(repository, pathOf(mutant)));

test('every mutant changes one place of the source, and names a test file', () => {
  const places = ({ file, find }: Mutant) => readFileSync(source(file), 'utf8').split(find).length - 1;
  const counted = mutants.map((mutant) => [mutant.name, places(mutant), isTest(mutant)]);
  expect(counted).toEqual(mutants.map(({ name }) => [name, 1, true]));
});
