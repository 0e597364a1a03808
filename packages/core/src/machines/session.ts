import { assign, setup } from 'xstate';
import * as z from 'zod/mini';
import type { StampedCommand } from '../journal/command.ts';
import type { ClientEvent } from '../journal/event.ts';
import { Problem } from '../journal/problem.ts';
import { demandsToken } from '../rules/capabilities.ts';
import { effect, folded, type MachineEvent, type StateOf, withMessage } from './folded.ts';

const context = {
  /** The signed-in operator; null while unknown, or if the bot does not name one. */
  operator: z.nullable(z.object({ name: z.string(), role: z.string() })),
  /** Why no user is signed in. */
  reason: z.nullable(z.enum(['required', 'refused', 'idle', 'logout'])),
  problem: z.nullable(Problem),
};
type Context = { [K in keyof typeof context]: z.infer<(typeof context)[K]> };
type Login = Extract<StampedCommand, { type: 'Login' }>;

const noUser: Context = { operator: null, reason: null, problem: null };

export const sessionEffects = {
  emit: effect<ClientEvent>(),
  restore: effect(),
  /** `login` as it was sent: what the journal keeps of it has no secret. */
  signIn: effect<{ readonly login: Login; readonly capabilities: readonly string[] }>(),
  identify: effect(),
  signOut: effect<{ readonly capabilities: readonly string[] }>(),
  forgetToken: effect(),
};

type Refused = { readonly event: Extract<MachineEvent, { type: 'SessionRefused' }> };
const reasonOf = ({ event }: Refused) => ({ reason: event.reason ?? ('refused' as const) });
const refused = {
  target: '#session.signedOut',
  actions: [
    { type: 'leave', params: reasonOf },
    'forgetToken',
    { type: 'emit', params: (given: Refused) => ({ type: 'SignedOut' as const, ...reasonOf(given) }) },
  ],
} as const;

const machine = setup({
  types: {} as { context: Context; events: MachineEvent },
  guards: {
    hasToken: (_, { has_token }: { has_token: boolean }) => has_token,
    demandsToken: ({ event }) => demandsToken(event.facts.capabilities),
    canIdentify: ({ event }) => event.facts.capabilities.includes('auth.code'),
  },
  actions: {
    ...sessionEffects,
    begin: assign(noUser),
    admit: assign((_, { operator }: Pick<Context, 'operator'>) => ({ ...noUser, operator })),
    leave: assign((_, { reason }: Pick<Context, 'reason'>) => ({ ...noUser, reason })),
    fail: assign((_, { problem }: { problem: Problem }) => ({ ...noUser, reason: 'refused' as const, problem })),
  },
}).createMachine({
  id: 'session',
  context: noUser,
  on: {
    ClientStarted: { target: '.restoring', actions: ['begin', 'restore'] },
    Login: {
      target: '.signingIn',
      actions: [
        'begin',
        { type: 'signIn', params: ({ event }) => ({ login: event, capabilities: event.facts.capabilities }) },
      ],
    },
  },
  initial: 'restoring',
  states: {
    restoring: {
      on: {
        SessionRestored: [{ guard: withMessage('hasToken'), target: 'signedIn' }, { target: 'open' }],
      },
    },
    /** Without a token, of a bot that has not asked for one. */
    open: {
      on: {
        HealthLoaded: {
          guard: 'demandsToken',
          target: 'signedOut',
          // There was no token to forget: one that is stored now belongs to another page.
          actions: [
            { type: 'leave', params: { reason: 'required' } },
            { type: 'emit', params: { type: 'SignedOut', reason: 'required' } },
          ],
        },
        SessionRefused: refused,
      },
    },
    signingIn: {
      on: {
        SignedIn: { target: 'signedIn.identified', actions: withMessage('admit') },
        SignInFailed: { target: 'signedOut', actions: withMessage('fail') },
        ClientStopped: { target: 'signedOut', actions: 'forgetToken' },
      },
    },
    signedIn: {
      initial: 'anonymous',
      on: {
        SessionRefused: refused,
        Logout: 'signingOut',
      },
      states: {
        anonymous: { on: { HealthLoaded: { guard: 'canIdentify', target: 'identifying' } } },
        identifying: {
          entry: 'identify',
          on: {
            OperatorKnown: { target: 'identified', actions: withMessage('admit') },
            ClientStopped: 'anonymous',
          },
        },
        identified: {},
      },
    },
    signingOut: {
      entry: { type: 'signOut', params: ({ event }) => event.facts },
      on: {
        SignedOut: { target: 'signedOut', actions: withMessage('leave') },
        ClientStopped: {
          target: 'signedOut',
          actions: [{ type: 'leave', params: { reason: 'logout' } }, 'forgetToken'],
        },
      },
    },
    signedOut: {},
  },
});

/** The operator's session: restores the token, signs in for a new one, and drops a token that the bot refuses. */
export const session = folded(machine, context);
export type SessionState = StateOf<typeof machine>;
