import { createView, systemClock } from '@triquad/core';
import { openClient } from '../../packages/cli/src/client.ts';
import { resolveConnection } from '../../packages/cli/src/connection.ts';
import type { Host } from '../../packages/cli/src/host.ts';
import { httpTransport } from '../../packages/cli/src/http-transport.ts';
import { watched } from '../../packages/cli/src/ui/watched.ts';

/** The client of the terminal UI without its screen: a process of the bench, with the address of the bot as its argument. */
const env = {};
const host: Host = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env,
  fetch: httpTransport,
  interrupted: () => new AbortController().signal,
  uncaught: () => {},
};
const client = openClient(host, resolveConnection({ url: process.argv[2] ?? '' }, env), { entriesKept: 4_000 });
client.start();
for (const resource of watched) client.send({ type: 'Watch', resource });
createView(client, systemClock, 1_000).subscribe(() => {});
