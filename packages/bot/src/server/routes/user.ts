import type { UserRecord } from '@triquad/core/contract';
import { isoTime } from '../../model/moment.ts';
import type { Backend } from '../backend.ts';
import type { Handlers } from '../handler.ts';
import { notValid, Refusal } from '../problem.ts';
import { createQueue } from '../queue.ts';
import type { User, UserProblem } from '../users.ts';

type UserRoutes = 'users.list' | 'users.create' | 'users.update' | 'users.delete';

/** A hash takes 64 MiB for a moment. */
const QUEUE = {
  atOnce: 1,
  waiting: 20,
  refusal: new Refusal(429, 'too_many_attempts', 'Too many passwords are being set at once.', { retryAfterSeconds: 1 }),
};

export function userRoutes({ users, access }: Pick<Backend, 'users' | 'access'>): Pick<Handlers, UserRoutes> {
  const queue = createQueue(QUEUE);
  /** The user after a change, whose old sessions have ended. */
  const after = (name: string, problem: UserProblem | Refusal | null): UserRecord | Refusal => {
    if (problem !== null) return refusalOf(problem);
    access.sessionsEnded();
    const user = users.get(name);
    return user === null ? refusalOf({ problem: 'unknown', detail: `there is no user ${name}` }) : recordOf(user);
  };
  return {
    'users.list': ({ query: { limit, offset } }) => {
      const all = users.list();
      return { data: all.slice(offset, offset + limit).map(recordOf), total: all.length, limit, offset };
    },
    'users.create': async ({ body: { name, role, password } }) =>
      after(name, await queue.run(() => users.add(name, role, password))),
    'users.update': async ({ parameters: { name }, body }) =>
      after(name, await queue.run(() => users.update(name, body, false))),
    'users.delete': ({ parameters: { name } }) => {
      const problem = users.remove(name, false);
      if (problem !== null) return refusalOf(problem);
      access.sessionsEnded();
      return undefined;
    },
  };
}

const recordOf = ({ created_at, changed_at, ...user }: User): UserRecord => ({
  ...user,
  created_at: isoTime(created_at),
  changed_at: isoTime(changed_at),
});

function refusalOf(problem: UserProblem | Refusal): Refusal {
  if (problem instanceof Refusal) return problem;
  const detail = `${problem.detail.charAt(0).toUpperCase()}${problem.detail.slice(1)}.`;
  switch (problem.problem) {
    case 'not-valid':
      return notValid(problem.detail.startsWith('the password') ? 'password' : 'name', problem.detail);
    case 'unknown':
      return new Refusal(404, 'not_found', detail);
    case 'exists':
      return new Refusal(409, 'name_taken', detail);
    case 'last-admin':
      return new Refusal(409, 'last_admin', detail);
  }
}
