import type { JournalEnd } from './journal-file.ts';
import type { FoundJournal } from './survey.ts';
import type { FoundWitness } from './witness.ts';

/** What was found of a data directory, before anything in it is made or changed. */
export type FoundLife = {
  readonly journal: FoundJournal;
  readonly witness: FoundWitness;
  /** How far the archive has read the journal; null when it cannot say. */
  readonly archived: { readonly seq: number; readonly hash: string } | null;
  /** Other files, or what is in them, that only an earlier start leaves. */
  readonly traces: readonly string[];
  /** Files that every start makes, with what is wrong with them. */
  readonly files: readonly LostFile[];
};

/** A file beside the journal that is not what it was, and what goes with it. */
export type LostFile = {
  readonly name: string;
  /** `behind`, `other`: it is whole, and not as far, or not the same, as the witness says. */
  readonly state: 'missing' | 'empty' | 'damaged' | 'behind' | 'other';
  /** What is lost with it. */
  readonly lost: string;
};

export type LossCode =
  | 'journal_missing'
  | 'journal_damaged'
  | 'journal_other'
  | 'journal_behind'
  | 'journal_differs'
  | 'witness_missing'
  | 'witness_unreadable'
  | 'witness_cut'
  | 'witness_behind'
  | 'file_lost'
  | 'file_differs';

/** Why a start is refused: one clause for the operator. `from` and `to`: the facts that are known to be lost. */
export type Loss = {
  readonly code: LossCode;
  readonly said: string;
  readonly from: number | null;
  readonly to: number | null;
  /** The file beside the journal that is lost; with `file_differs` what is in it is still worth something. */
  readonly file?: string;
};

/**
 * `new`: nothing was ever here. `upgrade`: a journal from before there were witnesses. `on`: all that was acknowledged is there;
 * `isSpoilt`: older slots of the witness are damaged, which loses nothing.
 */
export type StartVerdict =
  | { readonly go: 'new' }
  | { readonly go: 'upgrade'; readonly end: JournalEnd }
  | { readonly go: 'on'; readonly isSpoilt: boolean }
  | { readonly go: 'refuse'; readonly losses: readonly Loss[] };

/** Commits that may be on the disk without a slot: each commit waits for the slot of the one before. */
const unwitnessed = 1;

/**
 * Whether a start may go on with what it found: only when every fact that was ever acknowledged is there. A loss by one damage is
 * always found; the same older moment of journal, witness and archive is not, as nothing here could tell.
 */
export function judgeStart(found: FoundLife): StartVerdict {
  const { witness, files } = found;
  const journal = judgeJournal(found);
  const isSettled = witness.kind === 'read' && witness.last.settled;
  const lostFiles = files
    .filter(({ state }) => isSettled || state === 'damaged')
    .map(({ name, state, lost }) => ({
      ...loss(isWhole(state) ? 'file_differs' : 'file_lost', `${name} ${fileStates[state]} ${lost}`),
      file: name,
    }));
  const losses = [...(journal.go === 'refuse' ? journal.losses : []), ...damageBeside(found), ...lostFiles];
  return losses.length > 0 ? { go: 'refuse', losses } : journal;
}

/** What is wrong with a journal whose chain holds as far as a start reads it. */
const damageBeside = ({ journal }: FoundLife): readonly Loss[] =>
  journal.kind === 'whole' && !journal.isSound
    ? [
        loss(
          'journal_damaged',
          'journal.sqlite is damaged beside its latest facts: decisions, opportunities, log entries or older facts may be lost',
        ),
      ]
    : [];

/** Whether the journal goes on as it is: else nothing but its intact beginning can be taken from it. */
export const keepsJournal = (losses: readonly Loss[]): boolean =>
  !losses.some(({ code }) => code === 'journal_missing' || code === 'journal_damaged');

const fileStates: Readonly<Record<LostFile['state'], string>> = {
  missing: 'is missing: it held',
  empty: 'is empty: it held',
  damaged: 'is no database or is damaged: it held',
  behind: 'is older than the bot left it: it lacks',
  other: 'is not the one that the bot left: it has another',
};
const isWhole = (state: LostFile['state']): boolean => state === 'behind' || state === 'other';

function judgeJournal({ journal, witness, archived, traces }: FoundLife): StartVerdict {
  if (journal.kind === 'damaged') return refused('journal_damaged', journal.reason);
  if (journal.kind === 'missing') return judgeMissing(journal, witness, archived, traces);
  const { end } = journal;
  const archiveLoss = archived === null ? null : lossBehind(journal, archived, 'server.sqlite has read');
  if (witness.kind !== 'read') {
    const isUpgrade = witness.kind === 'missing' && journal.id === null;
    if (isUpgrade) return archiveLoss === null ? { go: 'upgrade', end } : { go: 'refuse', losses: [archiveLoss] };
    const code = witness.kind === 'missing' ? 'witness_missing' : 'witness_unreadable';
    const how = witness.kind === 'missing' ? 'is missing' : `cannot be used: ${witness.reason}`;
    return refused(code, `the file witness ${how}, so nothing proves that the ${end.seq} facts of the journal are all`);
  }
  const { last, begun, isSpoilt } = witness;
  // The journal gets its id just after the witness: a crash in between leaves it without.
  const isOther = journal.id === null ? last.n > 0 : journal.id !== last.journal;
  if (isOther) return refused('journal_other', 'journal.sqlite is not the journal that was kept here');
  const behind = lossBehind(journal, { seq: last.seq, hash: last.head }, 'this bot had written');
  const lost = behind ?? archiveLoss;
  if (lost !== null) return { go: 'refuse', losses: [lost] };
  if (end.n < last.n + begun) {
    return refused(
      'witness_cut',
      `facts after ${end.seq} are missing: the file witness has an unreadable entry of a later commit`,
    );
  }
  if (end.n - last.n > unwitnessed || (end.n === last.n && end.seq !== last.seq)) {
    const of = `the file witness is older than the journal: it ends with fact ${last.seq}, the journal with ${end.seq}`;
    return refused('witness_behind', `${of}, so nothing proves that these are all`);
  }
  return { go: 'on', isSpoilt };
}

function judgeMissing(
  { isEmptyFile }: Extract<FoundJournal, { kind: 'missing' }>,
  witness: FoundWitness,
  archived: FoundLife['archived'],
  traces: readonly string[],
): StartVerdict {
  const how = isEmptyFile ? 'is empty' : 'is missing';
  const all = (seq: number, of: string): StartVerdict => {
    const said = seq === 0 ? `journal.sqlite ${how}` : `journal.sqlite ${how}: facts 1 to ${seq}, ${of}, are lost`;
    return { go: 'refuse', losses: [{ ...loss('journal_missing', said), ...(seq > 0 ? { from: 1, to: seq } : {}) }] };
  };
  if (archived !== null) return all(archived.seq, 'which server.sqlite has read');
  if (witness.kind === 'read') {
    const { last, begun } = witness;
    if (last.n === 0 && last.seq === 0 && begun === 0) return { go: 'new' };
    return all(last.seq, `the last of ${new Date(last.at).toISOString()}`);
  }
  if (witness.kind === 'unreadable')
    return refused('journal_missing', `journal.sqlite ${how}, and the file witness cannot be used: ${witness.reason}`);
  if (traces.length === 0) return { go: 'new' };
  return refused('journal_missing', `journal.sqlite ${how}, but a bot has been here: it left ${traces.join(', ')}`);
}

/** What a journal lacks of a fact that somebody else has seen. */
function lossBehind(
  { end, hashAt }: Extract<FoundJournal, { kind: 'whole' }>,
  seen: { readonly seq: number; readonly hash: string },
  by: string,
): Loss | null {
  if (seen.seq > end.seq) {
    const from = end.seq + 1;
    const which = from === seen.seq ? `fact ${from}` : `facts ${from} to ${seen.seq}`;
    return { ...loss('journal_behind', `journal.sqlite lacks ${which} that ${by}`), from, to: seen.seq };
  }
  if (hashAt(seen.seq) === seen.hash) return null;
  return loss('journal_differs', `journal.sqlite is another one: its fact ${seen.seq} is not the one that ${by}`);
}

const loss = (code: LossCode, said: string): Loss => ({ code, said, from: null, to: null });
const refused = (code: LossCode, said: string): StartVerdict => ({ go: 'refuse', losses: [loss(code, said)] });
