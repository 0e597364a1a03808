import { Button } from '@blueprintjs/core';
import { Play, Stop } from '@blueprintjs/icons';
import { type ClientState, selectMarketSource } from '@triquad/core';
import { useClientState } from '../client-context.tsx';
import { useStartStop } from '../components/use-bot-commands.ts';
import { useMessages } from '../messages/messages.tsx';

type Props = { size: 'small' | 'large'; className?: string };

const selectNoMarket = (state: ClientState) => selectMarketSource(state) === 'none';

/** Stop while the bot runs, else start. There is nothing to start without a market. */
export function StartStopButton({ size, className = '' }: Props) {
  const { header } = useMessages();
  const { stops, obstacle, why, run } = useStartStop();
  if (useClientState(selectNoMarket)) return null;
  return (
    <Button
      className={className}
      size={size}
      variant="outlined"
      icon={stops ? <Stop /> : <Play />}
      text={stops ? header.stop : header.start}
      disabled={obstacle !== null}
      title={why}
      aria-label={stops ? header.stopBot : header.startBot}
      onClick={() => void run()}
    />
  );
}
