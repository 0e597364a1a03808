import { Button } from '@blueprintjs/core';
import { Power, Unlock } from '@blueprintjs/icons';
import { useKillSwitch } from '../components/use-bot-commands.ts';
import { useMessages } from '../messages/messages.tsx';

type Props = { size: 'small' | 'large'; isShort?: boolean; className?: string };

/** One click and one question from anywhere; while the bot is halted it is the way to lift the halt. */
export function KillSwitch({ size, isShort = false, className = '' }: Props) {
  const { kill } = useMessages();
  const state = useKillSwitch();
  if (state === null) return null;
  const { phase, reason, obstacle, why, run } = state;
  const reset = phase === 'reset';
  const label = reset ? kill.reset : kill.button;
  const short = reset ? kill.resetShort : kill.short;
  const shown = phase === 'pending' ? kill.pending : isShort ? short : label;
  return (
    <Button
      className={className}
      size={size}
      disabled={obstacle !== null}
      intent={reset ? 'warning' : 'danger'}
      variant={phase === 'pending' ? 'solid' : 'outlined'}
      icon={reset ? <Unlock /> : <Power />}
      // Voice control finds a button by its visible text.
      aria-label={label.toLowerCase().includes(shown.toLowerCase()) ? label : `${shown}: ${label}`}
      title={why ?? (reset ? kill.halted(reason) : label)}
      text={shown}
      onClick={() => void run()}
    />
  );
}
