import { StoreFault } from '../journal/event-store.ts';
import { keepsJournal, type LossCode } from '../journal/start-rule.ts';
import { type Check, fail, ok } from './check.ts';
import { examineLife, waysOn } from './examine-life.ts';

/**
 * Whether a data directory that no bot uses still holds what its bot acknowledged: in the words of the start that would refuse it.
 * `isReadable`: the journal can be looked at further.
 */
export function checkLife(dataDir: string): { readonly isReadable: boolean; readonly checks: readonly Check[] } {
  try {
    const verdict = examineLife(dataDir);
    if (verdict.go === 'new') return { isReadable: false, checks: [ok('journal', 'there is none yet')] };
    if (verdict.go !== 'refuse')
      return { isReadable: true, checks: [ok('witness', 'everything acknowledged is there')] };
    const { losses } = verdict;
    const checks = losses.map(({ code, file, said }) => fail(file ?? nameOf(code), said, waysOn));
    return { isReadable: keepsJournal(losses), checks };
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error;
    // What keeps the journal from being read is told by the checks of the journal.
    return { isReadable: true, checks: [] };
  }
}

const nameOf = (code: LossCode): string => (code.startsWith('witness') ? 'witness' : 'journal');
