import type { LoginRecord } from '@triquad/core/contract';
import { isoTime } from '../../model/moment.ts';
import type { Session } from '../access.ts';
import { wrongCredential } from '../admission.ts';
import { sessionName } from '../audit-log.ts';
import type { Backend } from '../backend.ts';
import type { Call, Handlers } from '../handler.ts';
import { Refusal } from '../problem.ts';
import { createQueue } from '../queue.ts';

type AuthRoutes = 'auth.login' | 'auth.code' | 'auth.logout' | 'auth.me' | 'audit.list';

/** As many passwords are looked at at once, for the memory they take; who comes later waits, and not too many do. */
const QUEUE = {
  atOnce: 2,
  waiting: 20,
  refusal: new Refusal(429, 'too_many_attempts', 'Too many sign in at once.', { retryAfterSeconds: 1 }),
};

export function authRoutes({ access, audit, backoff, devices, limits, now }: Backend): Pick<Handlers, AuthRoutes> {
  const note = (
    { requestId, source }: Call<'auth.login' | 'auth.code'>,
    actor: string,
    action: string,
    answer: Session | Refusal,
  ) => {
    const outcome = answer instanceof Refusal ? answer.code : 'ok';
    const session = answer instanceof Refusal ? null : sessionName(answer.principal);
    const entry = { at: now(), actor, action, target: null, outcome, request_id: requestId, source, session };
    if (outcome === 'ok') audit.write(entry);
    else audit.writeRefusal(entry, 'stranger');
  };
  const queue = createQueue(QUEUE);
  const login = async (call: Call<'auth.login'>): Promise<Session | Refusal> => {
    const { source, body } = call;
    // What is not looked at is not counted as wrong.
    if (queue.isFull()) return QUEUE.refusal;
    const device = devices.idOf(body.username, body.device);
    const seconds = backoff.attempt(source, body.username, device);
    if (seconds !== null) {
      return new Refusal(429, 'too_many_attempts', 'Too many wrong passwords.', { retryAfterSeconds: seconds });
    }
    const session = await queue.run(() => access.signIn(body.username, body.password));
    if (session instanceof Refusal) return session;
    if (session === null) {
      backoff.failed(source, body.username, device);
      return new Refusal(401, 'unauthenticated', 'The name or the password is wrong.');
    }
    backoff.succeeded(source, body.username, device);
    return session;
  };

  return {
    'auth.login': async (call) => {
      const answer = await login(call);
      // What was typed for a name may be a password: only the names of users are written.
      const actor = access.userName(call.body.username) ?? 'unknown';
      note(call, actor, 'auth.login', answer);
      if (answer instanceof Refusal) return answer;
      const { username, device } = call.body;
      const isKnown = devices.idOf(username, device) !== null;
      return { ...loginRecord(answer), device: isKnown ? device : devices.issue(username) };
    },
    'auth.code': (call) => {
      const session = access.redeem(call.body.code) ?? wrongCredential('code', call.source, limits);
      const isRefused = session instanceof Refusal;
      note(call, isRefused ? 'unknown' : session.principal.name, 'auth.code', session);
      return isRefused ? session : loginRecord(session);
    },
    'auth.logout': ({ principal }) => {
      if (principal !== null) access.revoke(principal);
      return undefined;
    },
    'auth.me': ({ principal }) =>
      principal === null
        ? new Refusal(401, 'unauthenticated', 'You are not signed in.')
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
