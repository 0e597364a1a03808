import { useEffect, useEffectEvent } from 'react';
import { useConfirm } from '../components/confirm.ts';
import { useLeaving } from '../components/unsaved-guard.tsx';

/** Asks before a screen with unsaved changes is left. */
export const useUnsavedQuestion = (): void => {
  const { question, answer } = useLeaving();
  const confirm = useConfirm();
  const ask = useEffectEvent(async () => {
    if (question !== null) answer(await confirm({ ...question, intent: 'warning' }));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each question
  useEffect(() => void ask(), [question]);
};
