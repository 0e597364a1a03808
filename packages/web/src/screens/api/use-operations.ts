import { useEffect, useState } from 'react';
import { useCallRaw } from '../../app-context.tsx';
import { type Operation, operationsOf, versionOf } from './document.ts';

/** The calls of the bot; `isOwn` false: of the dashboard's contract, because the bot does not describe its own. */
export type Described = {
  readonly operations: readonly Operation[];
  /** Version of the bot, by its document. */
  readonly version: string;
  readonly isOwn: boolean;
};

/** Path of the bot's OpenAPI document, below the base of its API. */
export const documentAddress = '/openapi.json';

/** Null until the bot has answered. */
export const useOperations = (): Described | null => {
  const callRaw = useCallRaw();
  const [described, setDescribed] = useState<Described | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    const load = async () => {
      const answer = await callRaw?.({ method: 'GET', address: documentAddress }, abort.signal);
      const document = answer?.ok === true && answer.status === 200 ? json(answer.text) : null;
      const own = operationsOf(document);
      const operations = own ?? (await basicOperations());
      if (!abort.signal.aborted) setDescribed({ operations, version: versionOf(document), isOwn: own !== null });
    };
    void load();
    return () => abort.abort();
  }, [callRaw]);
  return described;
};

/** What every bot answers; extensions are left out, because a bot that does not describe its calls announces none. */
const basicOperations = async (): Promise<readonly Operation[]> => {
  const { contract } = await import('./contract.ts');
  return (operationsOf(contract) ?? []).filter(({ extension }) => extension === null);
};

const json = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
