import { Button } from '@blueprintjs/core';
import { Dot, Error as ErrorIcon, Pause, Stop, Time } from '@blueprintjs/icons';
import { selectUptime } from '@triquad/core';
import { useState } from 'react';
import { useClientState } from '../client-context.tsx';
import { clock } from '../components/moments.ts';
import { useMessages } from '../messages/messages.tsx';
import { StopDialog } from './StopDialog.tsx';
import { type BotCondition, selectCondition } from './selectors.ts';

/** Is it running? With the time since the start beside it, and the way to stop it. */
export function BotIndicator() {
  const { header } = useMessages();
  const running = useClientState((state) => selectCondition(state) === 'running');
  const [asking, ask] = useState(false);
  return (
    <>
      <Condition />
      {running && (
        <Button
          size="small"
          variant="minimal"
          intent="danger"
          icon={<Stop />}
          aria-label={header.stopBot}
          title={header.stopBot}
          onClick={() => ask(true)}
        />
      )}
      <StopDialog isOpen={asking} close={() => ask(false)} />
    </>
  );
}

function Condition() {
  const { header } = useMessages();
  const condition = useClientState(selectCondition);
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
