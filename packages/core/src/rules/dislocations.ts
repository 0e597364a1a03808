import type { Opportunity } from '../contract/opportunity.ts';

/** Outcomes in order of weight: a dislocation has the weightiest outcome of its cycles. */
const telling = ['executed', 'executing', 'open', 'rejected', 'expired'];

const rankOf = ({ outcome }: Opportunity): number => {
  const rank = telling.indexOf(outcome?.outcome ?? '');
  return rank < 0 ? telling.length : rank;
};
const better = (one: Opportunity, other: Opportunity): Opportunity => {
  if (one.is_valid !== other.is_valid) return one.is_valid === true ? one : other;
  return (other.profit_usd ?? 0) > (one.profit_usd ?? 0) ? other : one;
};

/**
 * One row for each market move: its best cycle, of those that are valid where one is, with the outcome of the dislocation. In the order of the
 * first of each. A cycle of a bot that names no dislocation is a row of its own.
 */
export const byDislocation = (items: readonly Opportunity[]): Opportunity[] => {
  const groups = new Map<string, { best: Opportunity; told: Opportunity; shown: number }>();
  for (const item of items) {
    const id = item.dislocation_id ?? item.id;
    const group = groups.get(id);
    groups.set(id, {
      best: group ? better(group.best, item) : item,
      told: group && rankOf(group.told) <= rankOf(item) ? group.told : item,
      shown: (group?.shown ?? 0) + 1,
    });
  }
  return [...groups.values()].map(({ best, told, shown }) =>
    rowOf(best, told.outcome, Math.max(best.alternatives ?? 0, shown - 1)),
  );
};

/** Keeps a row's identity while it is unchanged: only changed rows are drawn. */
const made = new WeakMap<Opportunity, Opportunity>();
const rowOf = (best: Opportunity, outcome: Opportunity['outcome'], alternatives: number): Opportunity => {
  const before = made.get(best);
  if (before?.outcome === outcome && before?.alternatives === alternatives) return before;
  const row = { ...best, ...(outcome && { outcome }), alternatives };
  made.set(best, row);
  return row;
};
