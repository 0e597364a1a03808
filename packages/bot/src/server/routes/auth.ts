import type { LoginRecord } from '@triquad/core/contract';
import type { Session } from '../access.ts';
import { type Backend, notYet } from '../backend.ts';
import type { Handlers } from '../handler.ts';
import { Refusal } from '../problem.ts';
import { isoTime } from '../records.ts';

type AuthRoutes = 'auth.login' | 'auth.code' | 'auth.logout' | 'auth.me' | 'audit.list';

export function authRoutes({ access, audit, backoff, now }: Backend): Pick<Handlers, AuthRoutes> {
  return {
    'auth.login': () => notYet(),
    'auth.code': ({ body }) => {
      const session = access.redeem(body.code);
      if (session !== null) {
        const actor = session.principal.name;
        audit.write({ at: now(), actor, action: 'auth.code', target: null, outcome: 'ok', request_id: null });
        return loginRecord(session);
      }
      const seconds = backoff.failed();
      if (seconds === null) return new Refusal(401, 'unauthenticated', 'The code is unknown, used or too old.');
      return new Refusal(429, 'too_many_attempts', 'Too many wrong codes.', { retryAfterSeconds: seconds });
    },
    'auth.logout': ({ principal }) => {
      if (principal !== null) access.revoke(principal);
      return undefined;
    },
    'auth.me': ({ principal }) =>
      principal === null
        ? new Refusal(401, 'unauthenticated', 'Nobody is signed in.')
        : { name: principal.name, role: principal.role },
    'audit.list': ({ query }) => ({
      data: audit
        .read({ limit: query.limit, before: query.before ?? null, actor: query.actor ?? null })
        .map((entry) => ({ ...entry, at: isoTime(entry.at) })),
    }),
  };
}

function loginRecord({ token, principal }: Session): LoginRecord {
  return {
    access_token: token,
    token_type: 'bearer',
    expires_at: principal.expiresAt === null ? null : isoTime(principal.expiresAt),
    operator: { name: principal.name, role: principal.role },
  };
}
