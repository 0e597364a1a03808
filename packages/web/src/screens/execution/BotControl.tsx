import { Button, Callout, Card } from '@blueprintjs/core';
import { Play, Refresh, Stop } from '@blueprintjs/icons';
import {
  type BotCondition,
  none,
  selectBotCondition,
  selectBotStatus,
  selectHalt,
  selectLive,
  selectMinute,
  selectMode,
  selectStale,
  selectStaleSince,
  selectUptime,
} from '@triquad/core';
import { type ReactNode, useState } from 'react';
import { useClientState } from '../../client-context.tsx';
import { CommandButton } from '../../components/CommandButton.tsx';
import { ModeTag } from '../../components/ModeTag.tsx';
import { StatusTag } from '../../components/StatusTag.tsx';
import { stopCommand } from '../../components/use-bot-commands.ts';
import { useCommand } from '../../components/use-command.ts';
import { useMessages } from '../../messages/later.ts';
import { shortMoment, timeOfDay } from '../../messages/moments.ts';
import { Automation } from './Automation.tsx';
import styles from './execution.module.css';
import { Lifecycle } from './Lifecycle.tsx';
import { ModeDialog } from './ModeDialog.tsx';

/** Status, uptime, mode, and the button that changes them; which states there are, and what happens to opportunities. */
export function BotControl() {
  const stale = useClientState(selectStale) ? 'stale' : '';
  return (
    <Card className={styles.control ?? ''}>
      <div className={`${styles.facts} ${stale}`}>
        <Status />
        <Uptime />
        <Mode />
      </div>
      <StartStop />
      <div className={`${styles.whole} ${stale}`}>
        <Lifecycle />
        <Said />
        <Automation />
      </div>
      <Halted />
    </Card>
  );
}

function Status() {
  const { execution, bot, band } = useMessages();
  const condition = useClientState(selectBotCondition);
  const since = useClientState(selectStaleSince);
  const text = condition === 'unknown' ? none : bot[condition];
  return (
    <Part name={execution.status}>
      <StatusTag large minimal intent={since === null ? intents[condition] : 'none'}>
        {since === null ? text : band.unconfirmed(text, timeOfDay(since))}
      </StatusTag>
    </Part>
  );
}

/** The bot's message about its state; empty while it is silent. */
function Said() {
  const { texts } = useMessages();
  const status = useClientState(selectBotStatus);
  const stale = useClientState(selectStale);
  const message = status === null || stale ? null : texts.said({ ...status, detail: status.message });
  return message === null ? null : <p className={`${styles.said} muted small`}>{message}</p>;
}

const intents = {
  running: 'success',
  stopped: 'none',
  starting: 'warning',
  stopping: 'warning',
  error: 'danger',
  halted: 'danger',
  unknown: 'none',
} as const satisfies Record<BotCondition, string>;

function Uptime() {
  const { execution } = useMessages();
  const seconds = useClientState((state) => {
    const uptime = selectUptime(state);
    return uptime === null ? null : Math.floor(uptime);
  });
  const text =
    seconds === null
      ? none
      : execution.uptimeParts(Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60);
  return (
    <Part name={execution.uptime}>
      <span className="amount">{text}</span>
    </Part>
  );
}

function Mode() {
  const { execution } = useMessages();
  const mode = useClientState(selectMode);
  const { obstacle, why } = useCommand({ type: 'ChangeMode', mode: mode === 'live' ? 'paper' : 'live' });
  const [changing, setChanging] = useState(false);
  return (
    <Part name={execution.mode}>
      <ModeTag large mode={mode} text={mode === null ? none : execution[mode]} />
      <Button
        text={execution.change}
        disabled={obstacle !== null}
        title={why}
        aria-label={`${execution.change}: ${execution.mode}`}
        onClick={() => setChanging(true)}
      />
      <ModeDialog isOpen={changing} current={mode} close={() => setChanging(false)} />
    </Part>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={name}>
      <div className="metric-name">{name}</div>
      <div className="row">{children}</div>
    </section>
  );
}

const start = { type: 'StartBot' } as const;
const restart = { type: 'RestartBot' } as const;

function StartStop() {
  const { bot } = useMessages();
  const condition = useClientState(selectBotCondition);
  const live = useClientState(selectLive);
  const busy = condition === 'starting' || condition === 'stopping';
  const running = condition === 'running' || condition === 'stopping';
  return (
    <div className="row">
      {running && <CommandButton command={restart} icon={<Refresh />} text={bot.restart} />}
      {running ? (
        <CommandButton command={stopCommand} intent="danger" icon={<Stop />} text={bot.stop} loading={busy} />
      ) : (
        <CommandButton
          command={start}
          intent={live ? 'warning' : 'success'}
          icon={<Play />}
          text={live ? bot.startLive : bot.start}
          loading={busy}
        />
      )}
    </div>
  );
}

function Halted() {
  const { kill, texts } = useMessages();
  const halted = useClientState(selectHalt);
  const now = useClientState(selectMinute);
  if (halted === null) return null;
  return (
    <Callout intent="danger" className={styles.whole ?? ''} role="status">
      {kill.halted(texts.said({ ...halted, detail: halted.reason }) ?? '')}{' '}
      {halted.at !== null && kill.since(shortMoment(halted.at, now))}
    </Callout>
  );
}
