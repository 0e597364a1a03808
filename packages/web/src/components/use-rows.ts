import { problemOfFailure } from '@triquad/core';
import { type AnswerOf, type ClientRoutes, routeOf } from '@triquad/core/contract';
import { useCallback, useEffect, useState } from 'react';
import { useCallRaw } from '../app-context.tsx';
import { useMessages } from '../messages/messages.tsx';
import type { PanelState } from './Panel.tsx';

type ListName = 'users.list' | 'sessions.list' | 'config.all' | 'wallets.dust';
type RowOf<N extends ListName> = AnswerOf<N>['rows'][number];
/** `body`: what is sent as JSON. */
export type Change = { readonly method: 'POST' | 'PUT' | 'DELETE'; readonly address: string; readonly body?: object };

const mostRows = 200;

/**
 * A list that few screens need, loaded with the screen and again after each change. It is read outside of the journal, because
 * what is sent may hold a password. `change` gives why it was refused, or an empty text once it is done.
 */
export const useRows = <N extends ListName>(name: N) => {
  const callRaw = useCallRaw();
  const { texts } = useMessages();
  const [rows, setRows] = useState<readonly RowOf<N>[] | null>(null);
  const [problem, setProblem] = useState('');
  const call = useCallback(
    async (method: string, address: string, body?: object): Promise<{ text: string; problem: string }> => {
      const key = method === 'GET' || address.startsWith('/users/') ? {} : { key: crypto.randomUUID() };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      if (callRaw === null) return { text: '', problem: '' };
      const answer = await callRaw({ method, address, ...key, ...sent });
      if (!answer.ok) return { text: '', problem: texts.problem(answer.problem) };
      return answer.status < 400
        ? { text: answer.text, problem: '' }
        : { text: '', problem: detailOf(answer.text) || String(answer.status) };
    },
    [callRaw, texts],
  );
  const load = useCallback(async () => {
    const asked = await routeOf(name).catch(problemOfFailure);
    if ('kind' in asked) return setProblem(texts.problem(asked));
    const { path, query, answer }: ClientRoutes[ListName] = asked;
    const { text, problem: refusal } = await call('GET', query === null ? path : `${path}?limit=${mostRows}`);
    const read = refusal === '' ? rowsIn(answer, text) : null;
    if (read !== null) setRows(read);
    setProblem(read === null ? refusal || text.slice(0, 80) : '');
  }, [name, call, texts]);
  useEffect(() => void load(), [load]);
  const change = async ({ method, address, body }: Change): Promise<string> => {
    const { problem: refusal } = await call(method, address, body);
    await load();
    return refusal;
  };
  const state: PanelState =
    rows !== null
      ? { kind: 'ready' }
      : problem === ''
        ? { kind: 'loading' }
        : { kind: 'failed', detail: problem, retry: () => void load() };
  return { rows: rows ?? [], state, load, change };
};

const rowsIn = <N extends ListName>(answer: ClientRoutes[N]['answer'], text: string): readonly RowOf<N>[] | null => {
  try {
    const { success, data } = answer.safeParse(JSON.parse(text));
    return success ? data.rows : null;
  } catch {
    return null;
  }
};

const detailOf = (text: string): string => {
  try {
    const { detail } = { ...Object(JSON.parse(text)) };
    return typeof detail === 'string' ? detail : '';
  } catch {
    return '';
  }
};
