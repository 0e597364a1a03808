import type { ClientState, Problem } from '@triquad/core';
import type { WhatIfAnswer } from '@triquad/core/contract';
import { useEffect } from 'react';
import { useClient, useClientState } from '../../client-context.tsx';

const selectResearch = (state: ClientState) => state.research;
const selectSecond = (state: ClientState) => Math.floor(state.now / 1_000);

/** Asks a recording, or what it has since `from`, bars only where `bars` says so, and again each second until the answer is there. Null before the first answer, or without a recording. */
export const useResearch = (
  recording: string,
  capital: number,
  from: string,
  bars: boolean,
): { answer: WhatIfAnswer | null; problem: Problem | null; retry: () => void } => {
  const client = useClient();
  const seen = useClientState(selectResearch);
  const isOwn =
    seen?.asked.recording === recording &&
    seen.asked.capital === capital &&
    (seen.asked.from ?? '') === from &&
    (seen.asked.bars ?? false) === bars;
  const { answer = null, problem = null } = isOwn ? seen : {};
  const isOver = problem !== null || answer?.status === 'completed' || answer?.status === 'failed';
  const second = useClientState(selectSecond);
  const due = isOver ? 0 : second;
  const ask = () =>
    client.send({
      type: 'AskWhatIf',
      asked: { recording, capital, ...(from === '' ? {} : { from }), ...(bars && { bars }) },
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `due` says when
  useEffect(() => {
    if (recording !== '' && !isOver) ask();
  }, [client, recording, capital, from, bars, isOver, due]);
  return { answer, problem, retry: ask };
};
