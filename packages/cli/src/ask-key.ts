import { ConnectionFault, problemOfFailure } from '@triquad/core';
import { addresses } from './connection.ts';
import { CommandFailure, exitCode } from './exit-code.ts';
import type { Host } from './host.ts';
import { challengeOf, provenKey } from './prove.ts';

const withinMs = 5_000;

/** Public key of the bot at an address; null: it cannot prove itself; undefined: it cannot be reached. Nothing secret is sent. @throws CommandFailure */
export async function askKey({ fetch }: Pick<Host, 'fetch'>, address: string): Promise<string | null | undefined> {
  const url = `${addresses(address).apiUrl}/identity/proof`;
  const challenge = challengeOf(url);
  try {
    const answer = await fetch(url, {
      ...{ method: 'POST', headers: { Accept: 'application/json', 'Content-Type': 'application/json' } },
      ...{ body: JSON.stringify(challenge), signal: AbortSignal.timeout(withinMs) },
    });
    if (answer.status === 429 || answer.status >= 500) return undefined;
    return provenKey(challenge, { status: answer.status, text: await answer.text() });
  } catch (error) {
    if (!(error instanceof ConnectionFault)) return undefined;
    const { code, detail } = problemOfFailure(error);
    throw new CommandFailure(detail ?? '', exitCode.unreachable, code);
  }
}
