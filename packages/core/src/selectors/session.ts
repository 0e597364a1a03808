import type { SessionState } from '../projections/session.ts';
import type { FoldedState } from '../projections/state.ts';

/** State of the session in one word; `signed-out` sends a screen to the login. */
export const selectSession = (state: FoldedState): SessionState['state'] => state.session.state;
/** Who is signed in, null where the bot does not say. */
export const selectOperator = (state: FoldedState): SessionState['operator'] => state.session.operator;

/** Whether the bot announces this capability. */
export const selectCan =
  (capability: string) =>
  (state: FoldedState): boolean =>
    state.health.capabilities.includes(capability);

/** Whether the bot knows more than the spec. */
export const selectExtended = (state: FoldedState): boolean => state.health.capabilities.length > 0;

/** Whether the operator may only read: a viewer starts nothing and changes nothing. */
export const selectReader = (state: FoldedState): boolean => state.session.operator?.role === 'viewer';

/** Whether a moment of the past is shown: nothing can be done to it. */
export const selectReplaying = (state: { readonly replay: unknown }): boolean => state.replay !== null;
