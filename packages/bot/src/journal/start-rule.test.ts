import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scaled } from '../engine/scale.suite.ts';
import { seededRandom } from '../venues/simulated/simulated-random.ts';
import { anyDamage, type Damage, damaged, type Files, inFolder, type Life, live, notesIn } from './damage.suite.ts';
import { judgeStart } from './start-rule.ts';
import { surveyJournal } from './survey.ts';
import { readWitness } from './witness.ts';

const cases = scaled(30, 150, 4_000);
const seed = Number(process.env.TRIQUAD_SEED ?? 21);
const casesOfALife = 10;

const verdictOn = (files: Files) =>
  inFolder(files, (folder) => {
    const witness = readWitness(folder);
    const places = witness.kind === 'read' ? [witness.last.seq] : [];
    const journal = surveyJournal(join(folder, 'journal.sqlite'), {
      places,
      snapshot: { name: 'state', isUsable: () => true },
    });
    return judgeStart({ journal, witness, archived: null, traces: ['configurations'], files: [] });
  });

/** Whether a start over these files would lack, or change, anything that was acknowledged. */
const hasLoss = (files: Files, { acknowledged }: Life): boolean => {
  const found = notesIn(files);
  return found === null || acknowledged.some((note, index) => found[index] !== note);
};

type Case = { readonly life: Life; readonly damages: readonly Damage[]; readonly files: Files };
const said = ({ life, damages }: Case): string =>
  `${life.crash}; ${damages.map(({ of, kind }) => `${of} ${kind}`).join(', ') || 'no damage'}`;

test(`${cases} random lives with random damage (seed ${seed}): no false alarm, no loss passes`, () => {
  const { uniform: chance } = seededRandom(seed);
  const wrong: string[] = [];
  const count = { undamaged: 0, lost: 0, refused: 0, passedTwice: 0 };
  let life = live(chance);
  for (let n = 0; n < cases; n += 1) {
    if (n % casesOfALife === 0) life = live(chance);
    const damages = Array.from({ length: Math.floor(chance() * 3) }, () => anyDamage(chance));
    const files = damages.reduce((left, damage) => damaged(left, damage, life, chance), life.left);
    const one = { life, damages, files };
    const { go } = verdictOn(files);
    if (damages.length === 0) {
      count.undamaged += 1;
      if (go !== 'on' || hasLoss(files, life)) wrong.push(`${n}: ${go}: ${said(one)}`);
    } else if (hasLoss(files, life)) {
      count.lost += 1;
      if (go === 'refuse') count.refused += 1;
      else if (touchesBoth(damages)) count.passedTwice += 1;
      else wrong.push(`${n}: loss passed: ${said(one)}`);
    }
  }
  console.log(JSON.stringify({ cases, seed, ...count, wrong: wrong.length }));
  expect(wrong).toEqual([]);
  expect(count.refused).toBeGreaterThan(cases / 10);
  expect(count.passedTwice).toBeLessThan(cases / 100);
});

/** That the journal and its witness were brought to the same older point cannot be told from them alone. */
const touchesBoth = (damages: readonly Damage[]): boolean =>
  damages.some(({ of, kind }) => of === 'witness' && (kind === 'older' || kind === 'cut')) &&
  damages.some(({ of }) => of !== 'witness');
