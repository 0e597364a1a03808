import type { ClientState } from '@triquad/core';
import { useClientState, useWatch } from '../../client-context.tsx';
import { SharedConditions } from '../../components/ConditionsLine.tsx';

const selectConditions = (state: ClientState) => state.loaded.conditions;

/** The conditions now in force: of the chosen exchange, or of all. */
export function MadeUnder({ exchange }: { exchange: string | null }) {
  useWatch('conditions');
  const all = useClientState(selectConditions) ?? [];
  return <SharedConditions all={all.filter((one) => exchange === null || one.exchange === exchange)} />;
}
