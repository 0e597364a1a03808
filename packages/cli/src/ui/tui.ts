import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { type Clock, systemClock } from '@triquad/core';
import { openClient } from '../client.ts';
import type { Connection } from '../connection.ts';
import { CommandFailure, type ExitCode, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { jobControl } from './job-control.ts';
import { pacedView } from './paced-view.ts';
import { runScreen } from './run-screen.ts';
import { openableTerminal } from './terminal.ts';
import { themeOf } from './theme.ts';
import { watched } from './watched.ts';

/** Events may arrive a thousand times a second; figures are shown at this pace, and keys at once. */
const pace = { urgent: 100, figures: 500 };

/** The wall clock may be set back while keys wait for it. */
const monotonic: Clock = { now: () => performance.now(), schedule: systemClock.schedule };

// An operator has it open for days beside other programs: memory is worth more than time. At 1,000 opportunities a second it is 90 MB, not 150.
const heapFlags = ['--optimize-for-size', '--semi-space-growth-factor=1'];

/** Opens the terminal's screen on the bot at `connection` and gives the exit code once it is left. */
export async function runTui(host: Host, connection: Connection): Promise<ExitCode> {
  for (const flag of heapFlags) setFlagsFromString(flag);
  const client = openClient(host, connection);
  client.start();
  for (const resource of watched) client.send({ type: 'Watch', resource });
  try {
    return await runScreen({
      client,
      view: pacedView(client, systemClock, pace),
      terminal: openableTerminal(process.stdin, process.stdout, monotonic),
      clock: monotonic,
      job: jobControl(),
      theme: themeOf(host.stdout, host.env),
      place: new URL(connection.apiUrl).host,
      save: saved,
    });
  } catch (error) {
    throw new CommandFailure(`the screen failed: ${error instanceof Error ? error.message : error}`, exitCode.refused);
  } finally {
    client.stop();
  }
}

/** Writes a new file that only its owner can read, in the present folder. */
function saved(name: string, content: string): string {
  writeFileSync(name, content, { mode: 0o600, flag: 'wx' });
  return name;
}
