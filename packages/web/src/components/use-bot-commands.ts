import { type Command, type factsOf, selectBotCondition, selectCan, selectHalt, selectKill } from '@triquad/core';
import { useClientState } from '../client-context.tsx';
import { useMessages } from '../messages/messages.tsx';
import { useCommand } from './use-command.ts';

export const stopCommand: Command = { type: 'StopBot', cancel_orders: true };

/** The one button for start and stop: stop while the bot runs, else start. */
export const useStartStop = (isKey = false) => {
  const condition = useClientState(selectBotCondition);
  const stops = condition === 'running' || condition === 'stopping';
  const command: Command = stops ? stopCommand : { type: 'StartBot' };
  return { stops, ...useCommand(command, { isKey }) };
};

const selectCanKill = selectCan('bot.kill');
const selectPhase = (state: Parameters<typeof factsOf>[0]): 'armed' | 'pending' | 'reset' => {
  const kill = selectKill(state);
  if (kill !== null && kill.confirmed_at === null) return 'pending';
  return selectHalt(state) === null ? 'armed' : 'reset';
};

/**
 * The kill switch, null where the bot has none. `pending`: sent and not confirmed; `reset`: the bot is halted and can be released.
 */
export const useKillSwitch = () => {
  const { kill } = useMessages();
  const offered = useClientState(selectCanKill);
  const phase = useClientState(selectPhase);
  const halted = useClientState(selectHalt);
  const command: Command = halted === null ? { type: 'KillBot', reason: kill.reason } : { type: 'ResetKill' };
  const used = useCommand(command);
  return offered ? { phase, reason: halted?.reason ?? '', ...used } : null;
};
