import { assign, fromPromise, setup } from 'xstate';
import type { Result } from '../gateway/api.ts';
import { tokenIn } from '../gateway/storage.ts';
import type { Command } from '../journal/command.ts';
import type { ClientEvent } from '../journal/event.ts';
import type { Message } from '../journal/journal.ts';
import { storageKeys } from '../rules/limits.ts';
import { change, type Tools } from './tools.ts';

type Login = Extract<Command, { type: 'Login' }>;
type Operator = Extract<ClientEvent, { type: 'SignedIn' }>['operator'];
type Context = {
  readonly tools: Tools;
  readonly login: Login | null;
  /** Empty until the bot has answered, and for good with one that speaks only the spec. */
  readonly capabilities: readonly string[];
};
type Admission = { readonly token: string; readonly operator: Operator };

const demandsToken = ({ capabilities }: { capabilities: readonly string[] }): boolean =>
  ['auth', 'auth.code', 'socket.auth'].some((name) => capabilities.includes(name));

const admit = async ({ tools, login, capabilities }: Context): Promise<Result<Admission>> => {
  const { api, clock, storage } = tools;
  const { token, code, username, password } = login ?? {};
  if (token !== undefined) {
    storage.set(storageKeys.token, token);
    const known = capabilities.includes('auth.code') ? await whoAmI(tools) : null;
    if (known !== null && !known.ok && known.problem.kind === 'unauthorized') return known;
    return { ok: true, value: { token, operator: known?.ok === true ? known.value : null } };
  }
  const granted =
    code !== undefined
      ? await api.call('auth.code', { body: { code } })
      : await change(clock, () =>
          api.call('auth.login', { body: { username: username ?? '', password: password ?? '' } }),
        );
  if (!granted.ok) return granted;
  return { ok: true, value: { token: granted.value.access_token, operator: granted.value.operator } };
};

const whoAmI = (tools: Tools): Promise<Result<NonNullable<Operator>>> => tools.api.call('auth.me', {});

const leave = async ({ tools, capabilities }: Context): Promise<void> => {
  if (capabilities.includes('auth.code') && tokenIn(tools.storage) !== null) await tools.api.call('auth.logout', {});
};

const forget = ({ context }: { context: Context }) => context.tools.storage.remove(storageKeys.token);
const tell =
  (reason: 'required' | 'refused' | 'logout') =>
  ({ context }: { context: Context }) =>
    context.tools.append({ type: 'SignedOut', reason });
const signOut = (reason: 'refused' | 'logout') => [forget, tell(reason)];

const conclude = ({ tools }: Context, result: Result<Admission>): void => {
  if (result.ok) {
    tools.storage.set(storageKeys.token, result.value.token);
    tools.append({ type: 'SignedIn', operator: result.value.operator });
  } else {
    tools.storage.remove(storageKeys.token);
    tools.append({ type: 'SignInFailed', problem: result.problem });
  }
};

const restored = ({ tools }: Context, has_token: boolean): void => tools.append({ type: 'SessionRestored', has_token });
const identified = ({ tools }: Context, result: Result<NonNullable<Operator>>): void => {
  tools.append({ type: 'OperatorKnown', operator: result.ok ? result.value : null });
};

/** Keeps the token: restores it at the start, gets it at sign-in, drops it when the bot refuses it. */
export const sessionMachine = setup({
  types: {} as { context: Context; events: Message; input: Tools },
  actors: {
    admit: fromPromise<Result<Admission>, Context>(({ input }) => admit(input)),
    leave: fromPromise<void, Context>(({ input }) => leave(input)),
    identify: fromPromise<Result<NonNullable<Operator>>, Context>(({ input }) => whoAmI(input.tools)),
  },
  guards: {
    hasToken: ({ context }) => tokenIn(context.tools.storage) !== null,
    demandsToken: ({ event }) => event.type === 'HealthLoaded' && demandsToken(event.health),
    canIdentify: ({ event }) => event.type === 'HealthLoaded' && event.health.capabilities.includes('auth.code'),
    isAdmitted: ({ event }) => (event as unknown as { output: Result<Admission> }).output.ok,
  },
  actions: {
    learn: assign({
      capabilities: ({ context, event }) =>
        event.type === 'HealthLoaded' ? event.health.capabilities : context.capabilities,
    }),
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ tools: input, login: null, capabilities: [] }),
  on: {
    HealthLoaded: { actions: 'learn' },
    Login: { target: '.signingIn', reenter: true, actions: assign({ login: ({ event }) => event }) },
  },
  initial: 'restoring',
  states: {
    restoring: {
      on: {
        ClientStarted: [
          { guard: 'hasToken', target: 'signedIn', actions: ({ context }) => restored(context, true) },
          { target: 'open', actions: ({ context }) => restored(context, false) },
        ],
      },
    },
    open: {
      on: {
        HealthLoaded: [
          // There was no token to forget: one that stands there now was stored by another page.
          { guard: 'demandsToken', target: 'signedOut', actions: ['learn', tell('required')] },
          { actions: 'learn' },
        ],
        SessionRefused: { target: 'signedOut', actions: signOut('refused') },
      },
    },
    signedIn: {
      initial: 'anonymous',
      on: {
        SessionRefused: { target: 'signedOut', actions: signOut('refused') },
        Logout: 'signingOut',
      },
      states: {
        anonymous: {
          on: {
            HealthLoaded: [{ guard: 'canIdentify', target: 'identifying', actions: 'learn' }, { actions: 'learn' }],
          },
        },
        identifying: {
          invoke: {
            src: 'identify',
            input: ({ context }) => context,
            onDone: { target: 'identified', actions: ({ context, event }) => identified(context, event.output) },
          },
        },
        identified: {},
      },
    },
    signingIn: {
      entry: ({ context }) => context.tools.append({ type: 'SignInBegan' }),
      invoke: {
        src: 'admit',
        input: ({ context }) => context,
        onDone: [
          {
            guard: 'isAdmitted',
            target: 'signedIn.identified',
            actions: ({ context, event }) => conclude(context, event.output),
          },
          { target: 'signedOut', actions: ({ context, event }) => conclude(context, event.output) },
        ],
      },
    },
    signingOut: {
      invoke: {
        src: 'leave',
        input: ({ context }) => context,
        onDone: { target: 'signedOut', actions: signOut('logout') },
      },
    },
    signedOut: {},
  },
});
