/** What an order is for. Ways back to the start currency may pass where new positions may not. */
export type Purpose = 'leg' | 'unwind' | 'manual';

/**
 * `all`; `reduce` while a breaker is tripped: no execution is begun, and by hand only what lowers exposure is taken, which those
 * who make the orders see to; only ways back (`unwind`); or nothing at all (`none`).
 */
export type GateState = 'all' | 'reduce' | 'unwind' | 'none';

/** The last thing an order passes before it is sent: asked and answered within one turn, so that nothing slips by. */
export type Gate = {
  state(): GateState;
  passes(purpose: Purpose): boolean;
  /** Narrows or widens it at once. */
  set(state: GateState): void;
};

export const createGate = (): Gate => {
  let state: GateState = 'all';
  return {
    state: () => state,
    passes: (purpose) => state === 'all' || state === 'reduce' || (state === 'unwind' && purpose === 'unwind'),
    set: (next) => {
      state = next;
    },
  };
};
