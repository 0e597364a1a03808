import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type Client, type Clock, createView, systemClock } from '@triquad/core';
import { english } from '@triquad/core/texts';
import { render } from 'ink';
import { openClient } from '../client.ts';
import type { Connection } from '../connection.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import { filesAt } from '../files-at.ts';
import type { Host } from '../host.ts';
import { App, type Left, screenOptions } from './App.tsx';
import { jobControl } from './job-control.ts';
import { recordTo } from './record.ts';
import { themeOf } from './theme.ts';
import { watched } from './watched.ts';

/** Shortest time between two updates of figures on the screen, in milliseconds: a person reads no faster, and a slow line carries it. */
const everyMs = 1_000;

/** Facts that can be replayed: fewer than in the browser, for its memory. */
const kept = { entriesKept: 4_000 };

/** The wall clock may be set back while keys wait for it. */
const monotonic: Clock = { now: () => performance.now(), schedule: systemClock.schedule };

/** Files of sessions: the one to show without a bot, and the one to write. */
interface Files {
  readonly replay?: string;
  readonly record?: string;
}

/**
 * Opens the terminal's screen on the bot at `connection`, or on a recorded session alone, and says once it is left how. `contexts`: names of the
 * bots that one may leave it for.
 *
 * @throws CommandFailure for a file that is no recording, and for one that could not be written to its end.
 */
export async function runTui(
  host: Host,
  connection: Connection,
  { replay: recording, record }: Files,
  contexts: readonly string[],
): Promise<Left> {
  const client = openClient(host, connection, kept);
  const file = record === undefined ? null : recordTo(record, client, systemClock);
  if (recording === undefined) {
    client.start();
    for (const resource of watched) client.send({ type: 'Watch', resource });
  } else await replay(client, recording);
  const screen = render(
    <App
      client={client}
      view={createView(client, systemClock, everyMs)}
      clock={monotonic}
      job={jobControl()}
      theme={themeOf(host.stdout, host.env)}
      place={recording === undefined ? new URL(connection.apiUrl).host : basename(recording)}
      isLive={recording === undefined}
      contexts={recording === undefined ? contexts : []}
      load={read}
      filesAt={filesAt}
      save={saved}
    />,
    screenOptions,
  );
  try {
    const code = (await screen.waitUntilExit()) as Left;
    const failure = file?.end() ?? null;
    if (failure === null) return code;
    throw new Error(`${record} is not whole: ${failure}`);
  } catch (error) {
    throw new CommandFailure(`the screen failed: ${error instanceof Error ? error.message : error}`, exitCode.refused);
  } finally {
    client.stop();
  }
}

async function replay(client: Client, file: string): Promise<void> {
  let text: string;
  try {
    text = read(file);
  } catch (error) {
    throw new CommandFailure(
      `${file} cannot be read: ${error instanceof Error ? error.message : error}`,
      exitCode.usage,
    );
  }
  const opened = await client.journal.importJsonl(text);
  if (!opened.ok)
    throw new CommandFailure(`${file}: ${english.code({ code: opened.code, params: {} })}`, exitCode.usage);
}

const read = (path: string): string => readFileSync(path, 'utf8');

/** Writes a new file that only its owner can read, in the present folder. */
function saved(name: string, content: string): string {
  writeFileSync(name, content, { mode: 0o600, flag: 'wx' });
  return name;
}
