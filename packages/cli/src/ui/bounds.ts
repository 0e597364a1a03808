import type { LimitUse } from '@triquad/core';
import type { BotConfig } from '@triquad/core/contract';

/** Fields of the configuration that bound what the bot does, and of which nothing is used: in percent. */
const bounds = ['max_unwind_loss_pct', 'max_profit_pct'] as const;
type Bound = (typeof bounds)[number];
/** A limit that can be changed: one whose use the bot reports, or a bound. */
export type ChangeableLimit = Omit<LimitUse, 'name'> & { readonly name: LimitUse['name'] | Bound };

export const isBound = (name: ChangeableLimit['name']): name is Bound => bounds.some((bound) => bound === name);

/** The bounds that the bot has. */
export const boundsOf = (config: BotConfig | null): readonly ChangeableLimit[] =>
  bounds.flatMap((name) => {
    const limit = config?.risk?.[name];
    return limit === undefined
      ? []
      : { name, scope: 'all', limit, used: null, unit: 'percent', provenance: null, share: null };
  });
