import { Button } from '@blueprintjs/core';
import { Power, Unlock } from '@blueprintjs/icons';
import { useKillSwitch } from '../components/use-kill-switch.ts';
import { useMessages } from '../messages/messages.tsx';

type Props = { size: 'small' | 'large'; isShort?: boolean; className?: string };

/** One click and one question from anywhere; while the bot is halted it is the way to lift the halt. */
export function KillSwitch({ size, isShort = false, className = '' }: Props) {
  const { kill } = useMessages();
  const state = useKillSwitch();
  if (state === null) return null;
  const { phase, reason, isDisabled, run } = state;
  const reset = phase === 'reset';
  const label = reset ? kill.reset : kill.button;
  const short = reset ? kill.resetShort : kill.short;
  return (
    <Button
      className={className}
      size={size}
      disabled={isDisabled}
      intent={reset ? 'warning' : 'danger'}
      variant={phase === 'pending' ? 'solid' : 'outlined'}
      icon={reset ? <Unlock /> : <Power />}
      aria-label={label}
      title={reset ? kill.halted(reason) : label}
      text={phase === 'pending' ? kill.pending : isShort ? short : label}
      onClick={run}
    />
  );
}
