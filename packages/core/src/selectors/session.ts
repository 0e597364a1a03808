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
/** The operator who is signed in; null if the bot does not state one. */
export const selectOperator = (state: State): Session['operator'] => state.session.operator;
/** True once the bot has answered who is signed in. */
export const selectIdentified = ({ session: { value } }: State): boolean =>
  typeof value === 'object' && value.signedIn === 'identified';
/** Why no user is signed in; null while one is. */
export const selectSignedOutReason = (state: State): Session['reason'] => state.session.reason;
/** Why the last sign-in failed, null when it did not. */
export const selectSignInProblem = (state: State): Session['problem'] => state.session.problem;

/** True if the bot announces this capability. */
export const selectCan =
  (capability: string) =>
  (state: FoldedState): boolean =>
    state.health.capabilities.includes(capability);

/** True if the bot has extensions of the spec. */
export const selectExtended = (state: FoldedState): boolean => state.health.capabilities.length > 0;

/** True during a replay, in which nothing can be changed. */
export const selectReplaying = (state: { readonly replay: unknown }): boolean => state.replay !== null;
