import { Button } from '@blueprintjs/core';
import { Play, Stop } from '@blueprintjs/icons';
import { useStartStop } from '../components/use-start-stop.ts';
import { useMessages } from '../messages/messages.tsx';

type Props = { size: 'small' | 'large'; className?: string };

/** Stop while the bot runs, else start; both ask. */
export function StartStopButton({ size, className = '' }: Props) {
  const { header } = useMessages();
  const { stops, isDisabled, run } = useStartStop();
  return (
    <Button
      className={className}
      size={size}
      variant="outlined"
      icon={stops ? <Stop /> : <Play />}
      text={stops ? header.stop : header.start}
      disabled={isDisabled}
      aria-label={stops ? header.stopBot : header.startBot}
      onClick={run}
    />
  );
}
