import type { ClientState } from '@triquad/core';
import { useClientState, useWatch } from '../../client-context.tsx';
import { ConditionsLine } from '../../components/ConditionsLine.tsx';
import { sameConditions } from '../../components/conditions-text.ts';

const selectConditions = (state: ClientState) => state.loaded.conditions;

/** The conditions now in force: of the chosen exchange, or of all, those alike in one line. */
export function MadeUnder({ exchange }: { exchange: string | null }) {
  useWatch('conditions');
  const all = useClientState(selectConditions) ?? [];
  const shown = all.filter((one) => exchange === null || one.exchange === exchange);
  return sameConditions(shown).map((one) => <ConditionsLine key={one.exchange} conditions={one} of={one.exchange} />);
}
