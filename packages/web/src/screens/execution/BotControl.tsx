import { Button, Callout, Card, Tooltip } from '@blueprintjs/core';
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
  selectReader,
  selectReplaying,
  selectStale,
  selectStaleSince,
  selectUptime,
} from '@triquad/core';
import { type ReactNode, useState } from 'react';
import { useClient, useClientState } from '../../client-context.tsx';
import { useBotCommands } from '../../components/bot-commands.ts';
import { ModeTag } from '../../components/ModeTag.tsx';
import { shortMoment, timeOfDay } from '../../components/moments.ts';
import { StatusTag } from '../../components/StatusTag.tsx';
import { useMessages } from '../../messages/later.ts';
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
  const stopped = useClientState(selectBotCondition) === 'stopped';
  const replaying = useClientState(selectReplaying);
  const [changing, setChanging] = useState(false);
  return (
    <Part name={execution.mode}>
      <ModeTag large mode={mode} text={mode === null ? none : execution[mode]} />
      <Tooltip content={execution.changeDisabled} disabled={stopped}>
        <Button
          text={execution.change}
          disabled={!stopped || replaying}
          aria-label={`${execution.change}: ${execution.mode}`}
          onClick={() => setChanging(true)}
        />
      </Tooltip>
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

function StartStop() {
  const { bot } = useMessages();
  const client = useClient();
  const condition = useClientState(selectBotCondition);
  const live = useClientState(selectLive);
  const passive = useClientState((state) => selectReplaying(state) || selectReader(state));
  const commands = useBotCommands();
  const busy = condition === 'starting' || condition === 'stopping';
  const running = condition === 'running' || condition === 'stopping';
  return (
    <div className="row">
      {running && (
        <Button icon={<Refresh />} text={bot.restart} disabled={busy || passive} onClick={commands.restart} />
      )}
      {running ? (
        <Button
          intent="danger"
          icon={<Stop />}
          text={bot.stop}
          loading={busy}
          disabled={passive}
          onClick={commands.stop}
        />
      ) : (
        <Button
          intent={live ? 'warning' : 'success'}
          icon={<Play />}
          text={live ? bot.startLive : bot.start}
          loading={busy}
          disabled={passive || condition === 'halted' || condition === 'unknown'}
          onClick={() => client.send({ type: 'StartBot' })}
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
