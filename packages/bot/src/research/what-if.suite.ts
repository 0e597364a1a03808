import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type WhatIfConfig, WhatIfRecord } from '@triquad/core/contract';
import { expect } from 'vitest';
import type { RejectedRow } from '../recording/recorded-row.ts';
import type { PlainFee } from './plain.suite.ts';
import { askWhatIf, type WhatIfOutcome } from './what-if.ts';

export const folder = mkdtempSync(join(tmpdir(), 'triquad-research-'));
// Files of a worker share this module, so it outlives the first of them.
process.on('exit', () => rmSync(folder, { recursive: true }));

const header = 'timeMs,session,symbol,bid,bidSize,ask,askSize';
export const written = (name: string, lines: readonly string[]): string => {
  const file = join(folder, name);
  writeFileSync(file, [header, ...lines, ''].join('\n'));
  return file;
};

export const ask = (
  path: string,
  config: Partial<WhatIfConfig> = {},
  rejected: RejectedRow[] = [],
): Promise<WhatIfOutcome> =>
  askWhatIf({ path, config: { recording: 'quotes', ...config }, onReject: (row) => rejected.push(row) });

export const answered = async (path: string, config: Partial<WhatIfConfig> = {}): Promise<WhatIfRecord> => {
  const outcome = await ask(path, config);
  if (!outcome.ok) throw new Error(outcome.message);
  return WhatIfRecord.parse(outcome.record);
};

export const feeOf = ({ fees }: WhatIfRecord, pct: number): WhatIfRecord['fees'][number] => {
  const found = fees.find(({ fee_pct }) => fee_pct === pct);
  if (!found) throw new Error(`no fee of ${pct} %`);
  return found;
};

/** Compares an answer with that of the second program, to the last count and to a millionth of a cent. */
export const expectSame = (record: WhatIfRecord, plain: readonly PlainFee[]): void => {
  for (const [step, fee] of record.fees.entries()) {
    const other = plain[step];
    if (!other) throw new Error(`nothing to compare ${fee.fee_pct} % with`);
    const { cycles, episodes, undirected, longest_ms } = fee;
    expect({ cycles, episodes, undirected, longest_ms }).toEqual({
      cycles: other.cycles,
      episodes: other.episodes,
      undirected: other.undirected,
      longest_ms: other.longest,
    });
    for (const [place, cell] of fee.cells.entries()) {
      const own = other.cells[place] ?? { reached: 0, modelled: 0, followed: 0, pessimistic: 0 };
      const where = `${fee.fee_pct} % ${cell.latency_ms} ms`;
      expect([where, cell.reached, cell.followed]).toEqual([where, own.reached, own.followed]);
      expect(cell.modelled, where).toBeCloseTo(own.modelled, 8);
      expect(cell.optimistic, where).toBeCloseTo(Math.max(other.optimistic, own.modelled), 8);
      expect(cell.pessimistic, where).toBeCloseTo(Math.min(own.pessimistic, own.modelled), 8);
    }
  }
};

export const dollars = ['USDT', 'USDC'];
export const fees_pct = [0, 0.01, 0.02, 0.03, 0.05, 0.1];
export const latencies_ms = [0, 5, 25, 100, 250];
