import { expect, test } from 'vitest';
import { genesis } from './chain.ts';
import type { Slot } from './slot.ts';
import { type FoundLife, judgeStart, type LossCode } from './start-rule.ts';

const journalId = 'ab'.repeat(16);
const hashOf = (seq: number) => (seq === 0 ? genesis : seq.toString(16).padStart(64, '0'));
const slot = (values: Partial<Slot> = {}): Slot => ({
  ...{ n: 10, seq: 30, head: hashOf(30), journal: journalId, at: 1_700_000_000_000, settled: true },
  heads: { config: null, audit: null, access: null },
  ...values,
});
const read = (values: Partial<Slot> = {}, begun = 0, isSpoilt = false): FoundLife['witness'] => ({
  ...{ kind: 'read', last: slot(values) },
  ...{ begun, isSpoilt },
});
/** A journal that ends with fact `seq` in commit `n`. */
const journal = (n: number, seq: number, id: string | null = journalId, isSound = true): FoundLife['journal'] => ({
  ...{ kind: 'whole', isSound, id, end: { n, seq, head: hashOf(seq) } },
  hashAt: (asked) => (asked <= seq ? hashOf(asked) : null),
});
const missing = { kind: 'missing', isEmptyFile: false } as const;
const none = { kind: 'missing' } as const;
/** All that was acknowledged is there, but for what is given. */
const life = (given: Partial<FoundLife> = {}): FoundLife => ({
  ...{ journal: journal(10, 30), witness: read(), archived: null, traces: [], files: [] },
  ...given,
});

test.each<[LossCode, string, Partial<FoundLife>, string]>([
  ['journal_damaged', 'a chain that breaks', { journal: { kind: 'damaged', reason: 'it breaks' } }, 'it breaks'],
  [
    'journal_damaged',
    'pages beside the facts',
    { journal: journal(10, 30, journalId, false) },
    'beside its latest facts',
  ],
  ['journal_missing', 'no journal', { journal: missing }, 'is missing: facts 1 to 30, the last of 2023-11-14'],
  ['journal_missing', 'an empty one', { journal: { kind: 'missing', isEmptyFile: true } }, 'is empty: facts 1 to 30'],
  [
    'journal_missing',
    'one that the archive has read',
    { journal: missing, witness: none, archived: { seq: 7, hash: hashOf(7) } },
    'facts 1 to 7, which server.sqlite has read',
  ],
  [
    'journal_missing',
    'no journal whose first commit had begun',
    { journal: missing, witness: read({ n: 0, seq: 0, head: genesis }, 1) },
    'journal.sqlite is missing',
  ],
  [
    'journal_missing',
    'neither journal nor a witness of use',
    { journal: missing, witness: { kind: 'unreadable', reason: 'it is empty' } },
    'the file witness cannot be used: it is empty',
  ],
  ['journal_missing', 'traces of a bot', { journal: missing, witness: none, traces: ['logs'] }, 'it left logs'],
  ['journal_other', 'another id', { journal: journal(10, 30, 'cd'.repeat(16)) }, 'is not the journal that was kept'],
  ['journal_other', 'no id after a commit', { journal: journal(10, 30, null) }, 'is not the journal that was kept'],
  ['journal_behind', 'one fact less', { journal: journal(9, 29) }, 'lacks fact 30 that this bot'],
  ['journal_behind', 'several facts less', { journal: journal(8, 27) }, 'lacks facts 28 to 30 that this bot'],
  [
    'journal_behind',
    'the archive ahead',
    { archived: { seq: 31, hash: hashOf(31) } },
    'lacks fact 31 that server.sqlite',
  ],
  [
    'journal_differs',
    'another fact',
    { witness: read({ head: hashOf(99) }) },
    'its fact 30 is not the one that this bot',
  ],
  ['journal_differs', 'an archive of another', { archived: { seq: 7, hash: hashOf(8) } }, 'its fact 7 is not the one'],
  ['witness_missing', 'no witness', { witness: none }, 'nothing proves that the 30 facts'],
  ['witness_unreadable', 'no key', { witness: { kind: 'unreadable', reason: 'its key' } }, 'cannot be used: its key'],
  [
    'witness_cut',
    'a slot begun for a commit that is not there',
    { witness: read({}, 1) },
    'facts after 30 are missing',
  ],
  ['witness_cut', 'two slots begun, one commit', { journal: journal(11, 33), witness: read({}, 2) }, 'facts after 33'],
  [
    'witness_behind',
    'two commits without a slot',
    { journal: journal(12, 36) },
    'ends with fact 30, the journal with 36',
  ],
  ['witness_behind', 'two slots begun', { journal: journal(12, 36), witness: read({}, 2) }, 'older than the journal'],
  [
    'witness_behind',
    'more facts in the same commit',
    { journal: journal(10, 31) },
    'ends with fact 30, the journal with 31',
  ],
  ['file_lost', 'a file', { files: [{ name: 'f', state: 'missing', lost: 'x' }] }, 'f is missing: it held x'],
  ['file_lost', 'what was in it', { files: [{ name: 'f', state: 'empty', lost: 'x' }] }, 'f is empty: it held x'],
  [
    'file_lost',
    'a file that nothing settled yet',
    { witness: read({ settled: false }), files: [{ name: 'f', state: 'damaged', lost: 'x' }] },
    'f is no database or is damaged: it held x',
  ],
  [
    'file_differs',
    'its last rows',
    { files: [{ name: 'f', state: 'behind', lost: 'row 3' }] },
    'older than the bot left it: it lacks row 3',
  ],
  ['file_differs', 'a row', { files: [{ name: 'f', state: 'other', lost: 'row 3' }] }, 'it has another row 3'],
])('%s: %s', (code, _, given, told) => {
  const verdict = judgeStart(life(given));
  expect(verdict).toEqual({
    go: 'refuse',
    losses: [expect.objectContaining({ code, said: expect.stringContaining(told) })],
  });
});

test('damage beside the facts is told whatever else is lost', () => {
  const { losses } = { losses: [], ...judgeStart(life({ journal: journal(10, 30, journalId, false), witness: none })) };
  expect(losses.map(({ code }) => code)).toEqual(['witness_missing', 'journal_damaged']);
});

test('a loss names the facts that are known to be lost', () => {
  expect(judgeStart(life({ journal: journal(8, 27) }))).toMatchObject({ losses: [{ from: 28, to: 30 }] });
  expect(judgeStart(life({ journal: missing }))).toMatchObject({ losses: [{ from: 1, to: 30 }] });
  expect(judgeStart(life({ witness: none }))).toMatchObject({ losses: [{ from: null, to: null }] });
});

const fresh = { n: 0, seq: 0, head: genesis, settled: false };
test.each<[string, Partial<FoundLife>, string]>([
  ['all is there', {}, 'on'],
  ['the last commit has no slot yet', { journal: journal(11, 33) }, 'on'],
  ['the slot of the last commit was only begun', { journal: journal(11, 33), witness: read({}, 1) }, 'on'],
  ['the journal got no id yet', { journal: journal(0, 0, null), witness: read(fresh) }, 'on'],
  [
    'a file was not made yet',
    { witness: read(fresh), journal: journal(0, 0), files: [{ name: 'f', state: 'missing', lost: 'x' }] },
    'on',
  ],
  ['an archive that is a little behind', { archived: { seq: 7, hash: hashOf(7) } }, 'on'],
  ['a journal of before there were witnesses', { journal: journal(0, 30, null), witness: none }, 'upgrade'],
  ['nothing', { journal: missing, witness: none }, 'new'],
  ['a witness, and the journal not made yet', { journal: missing, witness: read(fresh) }, 'new'],
])('no loss: %s', (_, given, go) => {
  expect(judgeStart(life(given)).go).toBe(go);
});

test('older slots that are damaged are told', () => {
  expect(judgeStart(life({ witness: read({}, 0, true) }))).toEqual({ go: 'on', isSpoilt: true });
});
