import { concat, defer, EMPTY, ignoreElements, map, type Observable, of } from 'rxjs';
import type { AnswerOf } from '../contract/index.ts';
import type { Api, Result } from '../gateway/api.ts';
import { tokenIn } from '../gateway/storage.ts';
import type { Message } from '../journal/journal.ts';
import type { Performers } from '../machines/folded.ts';
import type { sessionEffects } from '../machines/session.ts';
import { storageKeys } from '../rules/limits.ts';
import { call, type MachineEffects, type MachinePorts, outcome, retried } from './perform.ts';

type SignIn = Parameters<(typeof sessionEffects)['signIn']>[1];
type Admission = {
  readonly token: string;
  readonly operator: AnswerOf<'auth.me'> | null;
  readonly device?: string | undefined;
};

const admissionOf = ({ access_token: token, operator, device }: AnswerOf<'auth.login'>): Admission => ({
  ...{ token, operator, device },
});

/** Restores the token, exchanges a sign-in for one, and gives it back. */
export const performSession = ({ api, storage, clock }: MachinePorts): MachineEffects => {
  const forget = () => storage.remove(storageKeys.token);

  const admit = ({ login, capabilities }: SignIn): Observable<Result<Admission>> => {
    const { token, code, username = '', password = '' } = login;
    if (token !== undefined) {
      storage.set(storageKeys.token, token);
      return defer(() => admitToken(api, token, capabilities));
    }
    const kept = capabilities.includes('auth.device') ? storage.get(storageKeys.device) : null;
    const device = kept === null ? {} : { device: kept };
    const granted$ =
      code === undefined
        ? retried(clock, (signal) => api.call('auth.login', { body: { username, password, ...device } }, { signal }))
        : call((signal) => api.call('auth.code', { body: { code } }, { signal }));
    return granted$.pipe(map((granted) => (granted.ok ? { ok: true, value: admissionOf(granted.value) } : granted)));
  };
  const conclude = (result: Result<Admission>): Message => {
    if (result.ok) storage.set(storageKeys.token, result.value.token);
    else forget();
    if (result.ok && result.value.device !== undefined) storage.set(storageKeys.device, result.value.device);
    return result.ok
      ? { type: 'SignedIn', operator: result.value.operator }
      : { type: 'SignInFailed', problem: result.problem };
  };

  const performers: Performers<typeof sessionEffects, Observable<Message>> = {
    restore: () => of({ type: 'SessionRestored', has_token: tokenIn(storage) !== null }),
    signIn: (signIn) => admit(signIn).pipe(map(conclude)),
    identify: () =>
      outcome(
        call((signal) => api.call('auth.me', {}, { signal })),
        (operator) => ({ type: 'OperatorKnown', operator }),
        () => ({ type: 'OperatorKnown', operator: null }),
      ),
    signOut: ({ capabilities }) =>
      concat(
        capabilities.includes('auth.code') && tokenIn(storage) !== null
          ? call((signal) => api.call('auth.logout', {}, { signal })).pipe(ignoreElements())
          : EMPTY,
        defer((): Observable<Message> => {
          forget();
          return of({ type: 'SignedOut', reason: 'logout' });
        }),
      ),
    forgetToken: () => {
      forget();
      return EMPTY;
    },
  };
  return { performers };
};

/** A token is tried before it is kept, with a bot that can say whose it is. */
const admitToken = async (api: Api, token: string, capabilities: readonly string[]): Promise<Result<Admission>> => {
  const known = capabilities.includes('auth.code') ? await api.call('auth.me', {}) : null;
  if (known !== null && !known.ok && known.problem.kind === 'unauthorized') return known;
  return { ok: true, value: { token, operator: known?.ok === true ? known.value : null } };
};
