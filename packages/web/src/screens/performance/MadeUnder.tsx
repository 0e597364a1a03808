import type { ClientState } from '@triquad/core';
import { marketNameOf } from '@triquad/core/contract';
import { useClientState, useWatch } from '../../client-context.tsx';
import { SharedConditions } from '../../components/ConditionsLine.tsx';
import type { Choice } from './use-performance.ts';

const selectConditions = (state: ClientState) => state.loaded.conditions;

/** The conditions now in force: of the chosen exchange, or of all; nothing beside figures of a market that is not watched. */
export function MadeUnder({ choice: { exchange, market } }: { choice: Choice }) {
  useWatch('conditions');
  const watched = useClientState(({ bot }) => marketNameOf(bot.status));
  const all = useClientState(selectConditions) ?? [];
  if (market !== null && market !== watched) return null;
  return <SharedConditions all={all.filter((one) => exchange === null || one.exchange === exchange)} />;
}
