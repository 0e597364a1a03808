import { type ClientState, selectActiveCount, selectExtended, selectStale, selectTodaysProfit } from '@triquad/core';
import { useClientState, useWatch } from '../client-context.tsx';
import { Fact, Facts } from '../components/Facts.tsx';
import { money, number } from '../messages/format.ts';
import { useMessages } from '../messages/messages.tsx';
import { tone } from '../messages/numbers.ts';
import styles from './QuickStats.module.css';

const selectAsked = (state: ClientState) => state.health.checked_at !== null;

/** The figures that an operator glances at from any screen. */
export function QuickStats() {
  const { quickStats } = useMessages();
  useWatch('opportunities');
  useWatch('summary');
  const extended = useClientState(selectExtended);
  useWatch('today');
  const asked = useClientState(selectAsked);
  useWatch(asked && !extended ? 'equity' : 'today');
  const active = useClientState(selectActiveCount);
  const profit = useClientState(selectTodaysProfit);
  const trades = useClientState((state) => state.loaded.summary?.total_trades ?? null);
  const stale = useClientState(selectStale);
  return (
    <div className={`${styles.stats} ${stale ? 'stale' : ''}`}>
      <h2>{quickStats.title}</h2>
      <Facts>
        <Fact name={quickStats.active} value={number(active)} />
        <Fact
          name={
            <span title={extended ? quickStats.profitHint : quickStats.profitByEquityHint}>{quickStats.profit}</span>
          }
          value={money(profit, { sign: true })}
          tone={tone(profit.usd)}
        />
        <Fact name={quickStats.trades} value={number(trades)} />
      </Facts>
    </div>
  );
}
