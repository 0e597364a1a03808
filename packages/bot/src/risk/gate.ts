import { type Action, permits, type TradingState } from './trading-state.ts';

/** What threw the kill switch. Another throw has another `token`. */
export type Thrown = {
  readonly token: string;
  /** `halt`: a halt that the journal could not take; it leaves the ways back open at the next start. */
  readonly cause: 'kill' | 'halt';
  readonly reason: string;
};

/**
 * The kill switch as it stands outside the journal: a file in production. Any user who may write it can throw it, with no bot
 * answering. What cannot be read counts as thrown.
 */
export type KillSwitch = {
  /** Null while it is not thrown. Read at each call. */
  read(): Thrown | null;
  /** Whether the next process will find it; a `halt` changes nothing where something was thrown before. */
  throw(cause: Thrown['cause'], reason: string): boolean;
  /** Clears exactly that throw: a later one stays. False when it could not be written. */
  clear(token: string): boolean;
  /** Confirms to the thrower that nothing leaves any more. */
  acknowledge(token: string): void;
};

/** The last thing an order passes before it is sent: asked and answered within one turn, so that nothing slips by. */
export type Gate = {
  state(): TradingState;
  /** `flatten`: the flatten that the order belongs to. After a kill the orders of the permitted one pass, and nothing else. */
  passes(action: Action, flatten?: string): boolean;
  /** Closed within this turn, whatever can be written. */
  close(): void;
  /** After a reset that is in the journal. */
  reopen(): void;
  /** Lets the orders of one flatten pass until `endFlatten`, or until the kill switch is thrown again. */
  beginFlatten(id: string): void;
  endFlatten(): void;
};

type GateOptions = {
  readonly killSwitch: Pick<KillSwitch, 'read'>;
  /** What halts and breakers of the journal say. */
  readonly stateOf: () => TradingState;
};

export const createGate = ({ killSwitch, stateOf }: GateOptions): Gate => {
  let isClosed = false;
  let flatten: { readonly id: string; readonly token: string | null } | null = null;

  const killToken = (): string | null => {
    const thrown = killSwitch.read();
    return thrown?.cause === 'kill' ? thrown.token : null;
  };
  const stateAfter = (token: string | null): TradingState => (isClosed || token !== null ? 'killed' : stateOf());

  return {
    state: () => stateAfter(killToken()),
    passes: (action, id) => {
      const token = killToken();
      if (id !== undefined && flatten !== null) return id === flatten.id && token === flatten.token;
      return id === undefined && permits(stateAfter(token), action);
    },
    close: () => {
      isClosed = true;
      flatten = null;
    },
    reopen: () => {
      isClosed = false;
    },
    beginFlatten: (id) => {
      flatten = { id, token: killToken() };
    },
    endFlatten: () => {
      flatten = null;
    },
  };
};

/** A kill switch that ends with the process, and is never thrown from outside. */
export const createOwnSwitch = (): KillSwitch => {
  let thrown: Thrown | null = null;
  let throws = 0;
  return {
    read: () => thrown,
    throw: (cause, reason) => {
      if (cause === 'kill' || thrown === null) thrown = { token: String(++throws), cause, reason };
      return false;
    },
    clear: (token) => {
      if (thrown?.token === token) thrown = null;
      return true;
    },
    acknowledge: () => {},
  };
};
