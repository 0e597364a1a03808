/** The declaration of an effect in `setup`: an action that does nothing, and whose second parameter names what it needs. */
type Declared<P> = (args: unknown, params: P) => void;

/** Declares an effect. The machine only asks for it; the live client performs it, a replay does not. */
export const effect =
  <P = undefined>(): Declared<P> =>
  () => {};

/** One function for each effect of a table. A missing, an extra and a misspelt one do not compile. */
export type Performers<Effects, R> = {
  readonly [K in keyof Effects]: Effects[K] extends Declared<infer P> ? (params: P) => R : never;
};

/** A timer of a machine, by the name that the machine gave it. */
type Timer = { readonly machine: string; readonly timer: string };

/**
 * What a step of a machine requests: an effect by its name, a `TimerFired` after `ms` milliseconds, or that this timer is
 * cancelled (`ms` null).
 */
export type Request =
  | { readonly kind: 'effect'; readonly machine: string; readonly effect: string; readonly params: unknown }
  | ({ readonly kind: 'timer'; readonly ms: number | null } & Timer);

/** An action as XState lists it. */
export type ListedAction = { readonly type: string; readonly params: unknown };

/**
 * The requests in what XState lists. Of its own actions only the delayed ones matter: `xstate.raise` with a delay starts
 * an `after`, `xstate.cancel` ends it. It lists `xstate.raise` without a delay too, although that has happened already.
 */
export const requestsOf = (machine: string, actions: readonly ListedAction[]): readonly Request[] =>
  actions.flatMap(({ type, params }): Request[] => {
    if (!type.startsWith('xstate.')) return [{ kind: 'effect', machine, effect: type, params }];
    const { id, delay, sendId } = params as { id?: string; delay?: number; sendId?: string };
    if (type === 'xstate.cancel') return [{ kind: 'timer', machine, timer: String(sendId), ms: null }];
    return type === 'xstate.raise' && delay !== undefined
      ? [{ kind: 'timer', machine, timer: String(id), ms: delay }]
      : [];
  });
