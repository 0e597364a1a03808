import type { FastifyRequest } from 'fastify';
import type { Principal } from './access.ts';
import { type Audit, CUT_OFF } from './audit.ts';

/** How a call ends that was not even looked at. */
const NOT_LET_IN = ['forbidden', 'too_many_calls', 'malformed', 'too_large'];

/** Writes calls into the audit trail. */
export interface Trail {
  /** `outcome` is `ok` or the code of a refusal; `principal` is null for a stranger. */
  note(request: FastifyRequest, principal: Principal | null, outcome: string): void;
  /** Writes that a call is about to be carried out; false when it cannot be written. */
  begin(request: FastifyRequest, principal: Principal): boolean;
  /** Writes what came of a call, begun or not. */
  end(request: FastifyRequest, principal: Principal, outcome: string): void;
}

export function createTrail(audit: Audit, now: () => number): Trail {
  const entryOf = (request: FastifyRequest, principal: Principal | null, outcome: string) => {
    const { call } = request.routeOptions.config as { call?: string };
    const parameters = Object.values((request.params ?? {}) as Record<string, string>);
    const { action } = Object(request.body) as { action?: unknown };
    // What is sold and what is kept go by the same call.
    if (call === 'risk.stranded.resolve' && typeof action === 'string') parameters.push(action);
    return {
      at: now(),
      actor: principal?.name ?? 'unknown',
      action: call ?? 'page',
      target: (call === undefined ? [] : parameters).join('/') || null,
      outcome,
      request_id: request.id,
    };
  };
  return {
    begin: (request, principal) => audit.begin(entryOf(request, principal, CUT_OFF)),
    end(request, principal, outcome) {
      audit.end(entryOf(request, principal, outcome));
    },
    note(request, principal, outcome) {
      const entry = entryOf(request, principal, outcome);
      if (principal === null) audit.writeRefusal(entry, 'stranger');
      else if (NOT_LET_IN.includes(outcome)) audit.writeRefusal(entry, 'known');
      else audit.write(entry);
    },
  };
}
