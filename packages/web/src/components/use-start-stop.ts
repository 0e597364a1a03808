import { selectBotCondition, selectReader, selectReplaying } from '@triquad/core';
import { useClientState } from '../client-context.tsx';
import { useBotCommands } from './bot-commands.ts';

type StartStop = { stops: boolean; isDisabled: boolean; run: () => void };

/** Action of the button for start and stop: stop while the bot runs, else start. */
export const useStartStop = (): StartStop => {
  const commands = useBotCommands();
  const condition = useClientState(selectBotCondition);
  const replaying = useClientState(selectReplaying);
  const reader = useClientState(selectReader);
  const stops = condition === 'running' || condition === 'stopping';
  return {
    stops,
    isDisabled: replaying || reader || (condition !== 'running' && condition !== 'stopped'),
    run: stops ? commands.stop : commands.start,
  };
};
