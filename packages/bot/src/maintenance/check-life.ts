import { StoreFault } from '../journal/event-store.ts';
import type { LossCode } from '../journal/start-rule.ts';
import { type Check, fail, ok } from './check.ts';
import { lossesIn, waysOn } from './examine-life.ts';

/**
 * Whether a data directory that no bot uses still holds what its bot acknowledged: in the words of the start that would refuse it.
 * `isReadable`: the journal can be looked at further.
 */
export function checkLife(dataDir: string): { readonly isReadable: boolean; readonly checks: readonly Check[] } {
  try {
    const { go, losses } = lossesIn(dataDir);
    if (go === 'new') return { isReadable: false, checks: [ok('journal', 'there is none yet')] };
    if (losses.length === 0) return { isReadable: true, checks: [ok('witness', 'everything acknowledged is there')] };
    const isReadable = !losses.some(({ code }) => code === 'journal_missing' || code === 'journal_damaged');
    return { isReadable, checks: losses.map(({ code, file, said }) => fail(file ?? nameOf(code), said, waysOn)) };
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error;
    // What keeps the journal from being read is told by the checks of the journal.
    return { isReadable: true, checks: [] };
  }
}

const nameOf = (code: LossCode): string => (code.startsWith('witness') ? 'witness' : 'journal');
