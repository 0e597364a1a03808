import type { ClientState, PerformanceWindow } from '@triquad/core';
import { selectMinute } from '@triquad/core';
import { useEffect } from 'react';
import { useClient, useClientState, useWatch } from '../../client-context.tsx';
import { type ChosenWindow, useWindow } from '../../components/window/use-window.ts';
import { asked, before, type Days } from '../../components/window/windows.ts';
import { useQuery } from '../../elements/use-query.ts';

/** Selection in the address. */
export type Choice = ChosenWindow & {
  earlier: Days | null;
  exchange: string | null;
  market: string | null;
};
export type Shown = { choice: Choice; now: PerformanceWindow; earlier: PerformanceWindow | null };

/** The window, the comparison, the exchange and the market that the address names. */
export const useChoice = (): Choice => {
  const { get } = useQuery();
  const chosen = useWindow();
  return {
    ...chosen,
    earlier: get('compare') === 'no' ? null : before(chosen.days),
    exchange: get('exchange') || null,
    market: get('market') || null,
  };
};

const selectPerformance = (state: ClientState) => state.performance;
const selectSummary = (state: ClientState) => state.loaded.summary;

/** Loads it, and again when a trade has ended and each minute; null until it is there. */
export const usePerformance = (
  choice: Choice,
): { shown: Shown | null; problem: ClientState['performance']['problem'] } => {
  const client = useClient();
  // It is refreshed with whatever changes a result.
  useWatch('summary');
  const summary = useClientState(selectSummary);
  const minute = useClientState(selectMinute);
  const { shown, problem } = useClientState(selectPerformance);
  const window = asked(choice.days);
  const asks = {
    window,
    before: choice.earlier && asked(choice.earlier),
    exchange: choice.exchange,
    market: choice.market,
    parts: 'all',
  } as const;
  const key = keyOf(asks);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `summary` and `minute` say when, `key` says what
  useEffect(() => {
    client.send({ type: 'LoadPerformance', ...asks });
  }, [client, key, summary, minute]);
  const own = shown !== null && keyOf(shown.asked) === key;
  if (!own) return { shown: null, problem };
  const { market } = choice;
  const earlier = comparable(shown);
  return {
    shown: { choice, now: ofMarket(shown.window, market), earlier: earlier && ofMarket(earlier, market) },
    problem,
  };
};

type Loaded = NonNullable<ClientState['performance']['shown']>;

const keyOf = ({ window, before, exchange, market, parts }: Loaded['asked']): string =>
  JSON.stringify([window, before, exchange, market, parts]);

/** Equity is known of the market that was watched at the end of the window only. */
const ofMarket = (window: PerformanceWindow, market: string | null): PerformanceWindow =>
  market === null || window.summary.market?.since != null ? window : { ...window, money: null };

/** Figures under other prices are not comparable; an absence of figures before any prices were watched is. */
const comparable = ({ window, before }: Loaded): Loaded['before'] => {
  const { market, total_trades } = before?.summary ?? {};
  const isAlike = market?.name === window.summary.market?.name || (market?.name === 'unknown' && total_trades === 0);
  return isAlike ? before : null;
};
