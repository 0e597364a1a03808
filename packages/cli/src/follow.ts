import type { Message, ResourceName } from '@triquad/core';
import { openClient } from './client.ts';
import type { Connection } from './connection.ts';
import { CommandFailure, exitCode } from './exit-code.ts';
import type { Host } from './host.ts';

export interface Following {
  readonly resource: ResourceName;
  /** Rows of the past to begin with. */
  readonly limit: number;
  readonly note: (text: string) => void;
  readonly onMessage: (message: Message) => void;
}

/** Hands on what the bot reports, over reconnections, until it is given up; does not end otherwise. */
export function follow(
  host: Host,
  connection: Connection,
  { resource, limit, note, onMessage }: Following,
): Promise<never> {
  const client = openClient(host, connection);
  return new Promise<never>((_, reject) => {
    client.journal.entries$.subscribe(({ message }) => {
      onMessage(message);
      if (message.type === 'ConnectionLost') note(`${message.reason}; trying again`);
      if (message.type === 'ReconnectionExhausted') {
        reject(new CommandFailure(`the bot is gone: ${message.message}`, exitCode.unreachable));
      }
      if (message.type === 'SignedOut') reject(new CommandFailure('the token was refused', exitCode.unauthorized));
    });
    client.start();
    client.send({ type: 'Watch', resource, limit });
  }).finally(() => client.stop());
}
