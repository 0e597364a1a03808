import { Button } from '@blueprintjs/core';
import { Dot, Error as ErrorIcon, Pause, Play, Stop, Time } from '@blueprintjs/icons';
import { type BotCondition, selectBotCondition, selectReplaying, selectUptime } from '@triquad/core';
import { useClientState } from '../client-context.tsx';
import { useBotCommands } from '../components/bot-commands.ts';
import { clock } from '../components/moments.ts';
import { useMessages } from '../messages/messages.tsx';

/** Is it running? With the time since the start beside it, and the way to stop or start it. */
export function BotIndicator() {
  return (
    <>
      <Condition />
      <StartStopButton />
    </>
  );
}

/** Stop while it runs, else start; both ask. */
function StartStopButton() {
  const { header } = useMessages();
  const commands = useBotCommands();
  const condition = useClientState(selectBotCondition);
  const replaying = useClientState(selectReplaying);
  const stops = condition === 'running' || condition === 'stopping';
  return (
    <Button
      size="small"
      variant="minimal"
      intent={stops ? 'danger' : 'success'}
      icon={stops ? <Stop /> : <Play />}
      disabled={replaying || (condition !== 'running' && condition !== 'stopped')}
      aria-label={stops ? header.stopBot : header.startBot}
      title={stops ? header.stopBot : header.startBot}
      onClick={stops ? commands.stop : commands.start}
    />
  );
}

function Condition() {
  const { header } = useMessages();
  const condition = useClientState(selectBotCondition);
  const uptime = useClientState((state) => {
    const seconds = selectUptime(state);
    return seconds === null ? null : clock(seconds);
  });
  const text = header[labels[condition]];
  const { icon: Mark, tone } = marks[condition];
  return (
    <span className="bot-state" role="status" aria-label={text} title={uptime === null ? text : header.uptime(uptime)}>
      <Mark className={tone} />
      <span className="from-tablet">{text}</span>
      {uptime !== null && (
        <span className="from-wide muted" aria-hidden>
          {uptime}
        </span>
      )}
    </span>
  );
}

const labels = {
  running: 'botActive',
  stopped: 'botStopped',
  starting: 'botStarting',
  stopping: 'botStopping',
  error: 'botError',
  halted: 'botHalted',
  unknown: 'botUnknown',
} as const satisfies Record<BotCondition, string>;

const marks = {
  running: { icon: Dot, tone: 'gain' },
  stopped: { icon: Stop, tone: 'muted' },
  starting: { icon: Time, tone: 'caution' },
  stopping: { icon: Time, tone: 'caution' },
  error: { icon: ErrorIcon, tone: 'loss' },
  halted: { icon: Pause, tone: 'loss' },
  unknown: { icon: Time, tone: 'muted' },
} satisfies Record<BotCondition, { icon: unknown; tone: string }>;
