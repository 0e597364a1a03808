import type { SessionState as Session } from '../machines/session.ts';
import type { FoldedState } from '../projections/state.ts';

type State = Pick<FoldedState, 'session'>;
export type SessionWord = 'restoring' | 'open' | 'signing-in' | 'signed-in' | 'signing-out' | 'signed-out';

const words = {
  restoring: 'restoring',
  open: 'open',
  signingIn: 'signing-in',
  signingOut: 'signing-out',
  signedOut: 'signed-out',
} as const satisfies Record<Extract<Session['value'], string>, SessionWord>;

/** State of the session in one word; `signed-out` sends a screen to the login, `open` needs no token. */
export const selectSession = ({ session: { value } }: State): SessionWord =>
  typeof value === 'string' ? words[value] : 'signed-in';
/** Who is signed in, null where the bot does not say. */
export const selectOperator = (state: State): Session['operator'] => state.session.operator;
/** Whether the bot was asked who is signed in and has answered. */
export const selectIdentified = ({ session: { value } }: State): boolean =>
  typeof value === 'object' && value.signedIn === 'identified';
/** Why no user is signed in; null while one is. */
export const selectSignedOutReason = (state: State): Session['reason'] => state.session.reason;
/** Why the last sign-in failed, null when it did not. */
export const selectSignInProblem = (state: State): Session['problem'] => state.session.problem;

/** Whether the bot announces this capability. */
export const selectCan =
  (capability: string) =>
  (state: FoldedState): boolean =>
    state.health.capabilities.includes(capability);

/** Whether the bot knows more than the spec. */
export const selectExtended = (state: FoldedState): boolean => state.health.capabilities.length > 0;

const roles: readonly string[] = ['viewer', 'operator', 'admin'];

/** Whether the operator may do what needs `role`. Without an operator, or one of an unknown role, the bot decides. */
export const selectAllowed =
  (role: 'viewer' | 'operator' | 'admin') =>
  ({ session: { operator } }: FoldedState): boolean =>
    operator === null || !roles.includes(operator.role) || roles.indexOf(operator.role) >= roles.indexOf(role);

/** Whether the operator may only read: a viewer starts nothing and changes nothing. */
export const selectReader = (state: FoldedState): boolean => state.session.operator?.role === 'viewer';

/** Whether a moment of the past is shown: nothing can be done to it. */
export const selectReplaying = (state: { readonly replay: unknown }): boolean => state.replay !== null;
