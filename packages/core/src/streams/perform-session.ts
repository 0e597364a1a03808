import { concat, defer, EMPTY, ignoreElements, map, type Observable, of } from 'rxjs';
import type { AnswerOf } from '../contract/index.ts';
import type { Api, Result } from '../gateway/api.ts';
import { withRetries } from '../gateway/retry.ts';
import { tokenIn } from '../gateway/storage.ts';
import type { Message } from '../journal/journal.ts';
import type { Performers } from '../machines/effect.ts';
import type { sessionEffects } from '../machines/session.ts';
import { storageKeys } from '../rules/limits.ts';
import { call } from './call.ts';
import type { MachineEffects, MachinePorts } from './machine-effects.ts';

type SignIn = Parameters<(typeof sessionEffects)['signIn']>[1];
type Admission = { readonly token: string; readonly operator: AnswerOf<'auth.me'> | null };

/** Restores the token, exchanges a sign-in for one, and gives it back. */
export const performSession = ({ api, storage, clock }: MachinePorts): MachineEffects => {
  const forget = () => storage.remove(storageKeys.token);

  const admit = async ({ login, capabilities }: SignIn): Promise<Result<Admission>> => {
    const { token, code, username = '', password = '' } = login;
    if (token !== undefined) {
      storage.set(storageKeys.token, token);
      return admitToken(api, token, capabilities);
    }
    const granted =
      code === undefined
        ? await withRetries(clock, () => api.call('auth.login', { body: { username, password } }))
        : await api.call('auth.code', { body: { code } });
    if (!granted.ok) return granted;
    return { ok: true, value: { token: granted.value.access_token, operator: granted.value.operator } };
  };
  const conclude = (result: Result<Admission>): Message => {
    if (result.ok) storage.set(storageKeys.token, result.value.token);
    else forget();
    return result.ok
      ? { type: 'SignedIn', operator: result.value.operator }
      : { type: 'SignInFailed', problem: result.problem };
  };

  const performers: Performers<typeof sessionEffects, Observable<Message>> = {
    tell: (event) => of(event),
    restore: () => of({ type: 'SessionRestored', has_token: tokenIn(storage) !== null }),
    signIn: (signIn) => defer(() => admit(signIn)).pipe(map(conclude)),
    dropSignIn: () => EMPTY,
    identify: () =>
      call((signal) => api.call('auth.me', {}, { signal })).pipe(
        map((result) => ({ type: 'OperatorKnown', operator: result.ok ? result.value : null })),
      ),
    dropIdentify: () => EMPTY,
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
  return { performers, lanes: { signIn: 'in', dropSignIn: 'in', identify: 'me', dropIdentify: 'me' } };
};

/** A token is tried before it is kept, with a bot that can say whose it is. */
const admitToken = async (api: Api, token: string, capabilities: readonly string[]): Promise<Result<Admission>> => {
  const known = capabilities.includes('auth.code') ? await api.call('auth.me', {}) : null;
  if (known !== null && !known.ok && known.problem.kind === 'unauthorized') return known;
  return { ok: true, value: { token, operator: known?.ok === true ? known.value : null } };
};
