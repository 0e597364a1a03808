import { selectCan, selectHalt, selectKill, selectReader, selectReplaying } from '@triquad/core';
import { useClientState } from '../client-context.tsx';
import { useBotCommands } from './bot-commands.ts';

const selectCanKill = selectCan('bot.kill');

type KillSwitch = {
  /** `pending`: sent and not confirmed; `reset`: the bot is halted and can be released. */
  phase: 'armed' | 'pending' | 'reset';
  /** Why the bot is halted, empty while it is not. */
  reason: string;
  isDisabled: boolean;
  run: () => void;
};

/** Present action of the kill switch; null if the bot has none. */
export const useKillSwitch = (): KillSwitch | null => {
  const commands = useBotCommands();
  const offered = useClientState(selectCanKill);
  const halted = useClientState(selectHalt);
  const replaying = useClientState(selectReplaying);
  const reader = useClientState(selectReader);
  const kill = useClientState(selectKill);
  if (!offered) return null;
  const pending = kill !== null && kill.confirmed_at === null;
  return {
    phase: pending ? 'pending' : halted === null ? 'armed' : 'reset',
    reason: halted?.reason ?? '',
    isDisabled: replaying || reader,
    run: commands.kill,
  };
};
