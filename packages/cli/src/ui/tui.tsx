import { writeFileSync } from 'node:fs';
import { systemClock } from '@triquad/core';
import { render } from 'ink';
import { openClient } from '../client.ts';
import type { Connection } from '../connection.ts';
import { CommandFailure, type ExitCode, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { App } from './App.tsx';
import { jobControl } from './job-control.ts';
import { pacedView } from './paced-view.ts';
import { themeOf } from './theme.ts';
import { watched } from './watched.ts';

/** Events may arrive a thousand times a second; this pace costs a twentieth of a core. Keys are shown at once. */
const pace = { urgent: 100, figures: 500 };

/** Repaints a second that a slow line can carry. */
const mostRepaints = 10;

/** Opens the terminal's screen on the bot at `connection` and gives the exit code once it is left. */
export async function runTui(host: Host, connection: Connection): Promise<ExitCode> {
  const client = openClient(host, connection);
  client.start();
  for (const resource of watched) client.send({ type: 'Watch', resource });
  const view = pacedView(client, systemClock, pace);
  const screen = render(
    <App
      client={client}
      view={view}
      now={monotonic}
      job={jobControl()}
      theme={themeOf(host.stdout, host.env)}
      place={new URL(connection.apiUrl).host}
      save={saved}
    />,
    {
      alternateScreen: true,
      exitOnCtrlC: false,
      incrementalRendering: true,
      interactive: true,
      maxFps: mostRepaints,
    },
  );
  try {
    return (await screen.waitUntilExit()) as ExitCode;
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

const monotonic = (): number => performance.now();
