import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Principal } from './access.ts';
import { type Audit, type AuditEntry, CUT_OFF } from './audit.ts';
import { type Told, targetOf } from './audited.ts';

/** How a call ends that was not even looked at. */
const NOT_LET_IN = ['forbidden', 'too_many_calls', 'malformed', 'too_large'];
/** Of the hash of a token: it names a session, and opens nothing. */
const SESSION_NAME = 16;

/** Writes calls into the audit trail. */
export interface AuditLog {
  /** `outcome` is `ok` or the code of a refusal; `principal` is null for a stranger. */
  note(request: FastifyRequest, principal: Principal | null, outcome: string): void;
  /** Writes that a call is about to be carried out; false when it cannot be written. */
  begin(request: FastifyRequest, principal: Principal): boolean;
  /** Writes what came of a call, begun or not. */
  end(request: FastifyRequest, principal: Principal, outcome: string, told: Told): void;
}

/** The name of a session in the audit log. */
export const sessionName = ({ key }: Principal): string => key.slice(0, SESSION_NAME);

export function createAuditLog(
  audit: Audit,
  now: () => number,
  sourceOf: (request: IncomingMessage) => string,
): AuditLog {
  const entryOf = (request: FastifyRequest, principal: Principal | null, outcome: string): AuditEntry => {
    const { call } = request.routeOptions.config as { call?: string };
    return {
      at: now(),
      actor: principal?.name ?? 'unknown',
      action: call ?? 'page',
      target: call === undefined ? null : targetOf(recordOf(request.params), recordOf(request.body), {}),
      outcome,
      request_id: request.id,
      source: sourceOf(request.raw),
      session: principal === null ? null : sessionName(principal),
    };
  };
  return {
    begin: (request, principal) => audit.begin(entryOf(request, principal, CUT_OFF)),
    end(request, principal, outcome, told) {
      audit.end({ ...entryOf(request, principal, outcome), ...told });
    },
    note(request, principal, outcome) {
      const entry = entryOf(request, principal, outcome);
      if (principal === null) audit.writeRefusal(entry, 'stranger');
      else if (NOT_LET_IN.includes(outcome)) audit.writeRefusal(entry, 'known');
      else audit.write(entry);
    },
  };
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> => ({ ...Object(value) });
