import { type ClientState, caps, selectCan } from '@triquad/core';
import type { Trade } from '@triquad/core/contract';
import { useEffect } from 'react';
import { useClient, useClientState, useWatch } from '../../client-context.tsx';
import type { PanelState } from '../../components/Panel.tsx';
import { usePanelState } from '../../components/use-panel-state.ts';
import { useMessages } from '../../messages/messages.tsx';
import { filterTrades, joined } from './rows.ts';

type Ends = { readonly from: string; readonly to?: string };

/** Trades that began within the ends, newest first. */
export type WindowTrades = {
  readonly rows: readonly Trade[];
  readonly state: PanelState;
  /** Older ones of the window are not loaded. `load` is null of a bot that has only its newest trades; `detail`: why the last attempt failed. */
  readonly more: { readonly loading: boolean; readonly detail: string; readonly load: (() => void) | null } | null;
};

const selectNewest = ({ trades }: ClientState) => trades.items;
const selectPages = ({ history }: ClientState) => history.trades;
const selectKnowsWindows = selectCan('performance.breakdown');

/** The newest trades, kept up to date, and older pages from the bot. */
export const useTrades = (ends: Ends, noTrades: string): WindowTrades => {
  const client = useClient();
  const { texts } = useMessages();
  useWatch('trades', caps.trades);
  const newest = useClientState(selectNewest);
  const pages = useClientState(selectPages);
  const knows = useClientState(selectKnowsWindows);
  const isCut = newest.length >= caps.trades && (newest.at(-1)?.entry_time ?? '') > ends.from;
  const asks = isCut && knows;
  const content = JSON.stringify(ends);
  useEffect(() => {
    if (asks) client.send({ type: 'LoadTrades', ...JSON.parse(content), offset: 0 });
  }, [client, asks, content]);
  const rows = filterTrades(asks ? joined(newest, pages.rows) : newest, ends, {});
  const ofNewest = usePanelState('trades', rows.length > 0, rows.length > 0 ? null : { text: noTrades });
  const load = (offset: number) => () => client.send({ type: 'LoadTrades', ...ends, offset });
  if (!asks) return { rows, state: ofNewest, more: isCut ? { loading: false, detail: '', load: null } : null };
  const { phase, problem, next } = pages;
  const isIn = rows.length > 0 || phase === 'loaded';
  const detail = problem === null ? '' : texts.problem(problem);
  const retry = load(pages.rows.length === 0 ? 0 : (next ?? 0));
  const waits: PanelState = phase === 'failed' ? { kind: 'failed', detail, retry } : { kind: 'loading' };
  return {
    rows,
    state: isIn ? ofNewest : waits,
    more:
      phase === 'loaded' && next === null
        ? null
        : {
            loading: phase === 'loading',
            detail: phase === 'failed' ? detail : '',
            load: next === null ? retry : load(next),
          },
  };
};
