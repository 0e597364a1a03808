import * as z from 'zod/mini';
import { Audit } from '../contract/audit.ts';
import { Problem } from '../journal/problem.ts';
import { rows } from '../rules/limits.ts';
import type { Projection } from './projection.ts';

/** `entries`: newest first; of a `failed` load those that were loaded before. `more`: the bot may have older ones. */
export const AuditState = z.object({
  phase: z.enum(['idle', 'loading', 'loaded', 'failed']),
  entries: z.array(Audit),
  more: z.boolean(),
  problem: z.nullable(Problem),
});
export type AuditState = z.infer<typeof AuditState>;

const initial: AuditState = { phase: 'idle', entries: [], more: false, problem: null };

/** Audit entries, as far back as a screen has loaded. */
export const audit: Projection<AuditState> = {
  initial,
  evolve: (state, { message }) => {
    switch (message.type) {
      case 'LoadAudit':
        return { ...state, phase: 'loading', problem: null };
      case 'AuditLoaded': {
        const { before, entries } = message;
        const newer = before === null ? [] : state.entries.filter(({ seq }) => seq >= before);
        return { phase: 'loaded', entries: [...newer, ...entries], more: entries.length === rows.audit, problem: null };
      }
      case 'AuditFailed':
        return { ...state, phase: 'failed', problem: message.problem };
      case 'SignedOut':
        return initial;
      default:
        return state;
    }
  },
};
