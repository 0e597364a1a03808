import type { Effect, EffectKey } from '../model/effect.ts';

/** Remembers for good what a keyed call began. A call that sends several orders has them all under its key. */
export const foldEffect = (
  state: { effect_keys: Map<string, Effect> },
  key: EffectKey | undefined,
  { kind, id, at }: { readonly kind: Effect['kind']; readonly id: string; readonly at: number },
): void => {
  if (key === undefined) return;
  const before = state.effect_keys.get(key.id);
  state.effect_keys.set(key.id, {
    fingerprint: key.fingerprint,
    kind,
    ids: [...(before?.ids ?? []), id],
    at: before?.at ?? at,
  });
};
