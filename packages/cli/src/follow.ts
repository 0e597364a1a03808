import type { Client, Message, ResourceName } from '@triquad/core';
import { english } from '@triquad/core/texts';
import { CommandFailure, exitCode } from './exit-code.ts';
import { newIds } from './new-ids.ts';

/** Change of the followed rows by a message: one new row, new or changed rows, or a load. */
type Rows<Row> = { readonly added: Row } | { readonly changed: readonly Row[] } | { readonly loaded: readonly Row[] };

export interface Following<Row> {
  readonly resource: ResourceName;
  /** Wanted rows of the past to begin with, 0 for none. */
  readonly limit: number;
  readonly isWanted: (row: Row) => boolean;
  /** Rows oldest first; null for a message about something else. */
  readonly read: (message: Message) => Rows<Row> | null;
  readonly show: (row: Row) => void;
  readonly note: (text: string) => void;
}

// More than a reload after a lost connection brings back.
const remembered = 2_000;
const mostLoaded = 500;

/**
 * Shows what the bot reports from now on, and after a reconnection what was missed meanwhile. Does not end by itself.
 * @throws CommandFailure when the bot is gone for good or refuses the token.
 */
export function follow<Row extends { readonly id: string }>(
  client: Client,
  { resource, limit, isWanted, read, show, note }: Following<Row>,
): Promise<never> {
  const isNew = newIds(remembered);
  let isFirst = true;
  const load = (loaded: readonly Row[]) => {
    const wanted = loaded.filter(({ id }) => isNew(id)).filter(isWanted);
    const shown = isFirst ? wanted.slice(Math.max(0, wanted.length - limit)) : wanted;
    isFirst = false;
    for (const row of shown) show(row);
  };
  const take = (rows: Rows<Row>) => {
    if ('loaded' in rows) return load(rows.loaded);
    for (const row of 'added' in rows ? [rows.added] : rows.changed) {
      const isShown = isNew(row.id) || 'changed' in rows;
      if (isShown && isWanted(row)) show(row);
    }
  };
  return new Promise<never>((_, reject) => {
    client.journal.entries$.subscribe(({ message }) => {
      const rows = read(message);
      if (rows !== null) take(rows);
      if (message.type === 'ConnectionLost')
        note(`${english.code({ code: message.reason, params: {} })}; trying again`);
      if (message.type === 'ReconnectionExhausted') {
        reject(
          new CommandFailure(
            `the bot is gone: ${english.code({ code: 'reconnection_exhausted', params: {} })}`,
            exitCode.unreachable,
          ),
        );
      }
      if (message.type === 'SignedOut') reject(new CommandFailure('the token was refused', exitCode.unauthorized));
    });
    client.start();
    client.send({ type: 'Watch', resource, ...(limit > 0 && { limit: mostLoaded }) });
  }).finally(() => client.stop());
}
