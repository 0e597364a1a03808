import type { SessionRecord } from '@triquad/core/contract';
import { isoTime } from '../../model/moment.ts';
import type { OpenSession } from '../access.ts';
import { sessionName } from '../audit-log.ts';
import type { Backend } from '../backend.ts';
import type { Handlers } from '../handler.ts';
import { notFound } from '../problem.ts';

export function sessionRoutes({ access }: Pick<Backend, 'access'>): Pick<Handlers, 'sessions.list' | 'sessions.end'> {
  return {
    'sessions.list': ({ query: { limit, offset }, principal }) => {
      const open = access.sessions();
      const own = principal === null ? null : sessionName(principal);
      const data = open.slice(offset, offset + limit).map((session) => recordOf(session, own));
      return { data, total: open.length, limit, offset };
    },
    'sessions.end': ({ parameters: { id } }) => {
      const one = access.sessions().find(({ principal }) => sessionName(principal) === id);
      if (one === undefined) return notFound('session', id);
      access.revoke(one.principal);
      return undefined;
    },
  };
}

const recordOf = ({ principal, openedAt, seenAt, source }: OpenSession, own: string | null): SessionRecord => ({
  id: sessionName(principal),
  user: principal.name,
  role: principal.role,
  created_at: isoTime(openedAt),
  last_seen_at: seenAt === null ? null : isoTime(seenAt),
  expires_at: isoTime(principal.expiresAt),
  address: source,
  current: sessionName(principal) === own,
});
