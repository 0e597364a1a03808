import { figureOf, selectStale } from '@triquad/core';
import { useClientState } from '../../client-context.tsx';
import { Fact, Facts } from '../../components/Facts.tsx';
import { Panel } from '../../components/Panel.tsx';
import { Term } from '../../components/term/Term.tsx';
import { money, number, percent } from '../../messages/format.ts';
import { useMessages } from '../../messages/later.ts';
import { seconds, tone } from '../../messages/numbers.ts';
import type { WindowFigures } from './use-figures.ts';

const height = 96;

/** Further figures behind the cards. */
export function StatPanels({ figures: summary, window, state }: WindowFigures) {
  const { figures: text, windows, dashboard } = useMessages();
  const stale = useClientState(selectStale);
  const span = window === null ? dashboard.window : windows.names[window.window];
  const panel = { of: summary, state, height, stale, actions: <span className="muted small">{span}</span> };
  const signed = (usd: number | null) => money(figureOf(summary, usd), { sign: true });
  const best = summary?.best_trade ?? null;
  const worst = summary?.worst_trade ?? null;
  const average = summary?.avg_profit_per_trade ?? null;
  return (
    <div className="grid grid-3">
      <Panel {...panel} title={text.quickStats}>
        <Facts>
          <Fact name={text.totalTrades} value={number(summary?.total_trades ?? null)} />
          <Fact name={text.winningTrades} value={number(summary?.winning_trades ?? null)} />
          <Fact name={text.losingTrades} value={number(summary?.losing_trades ?? null)} />
          <Fact name={text.avgDuration} value={seconds(summary?.avg_execution_time_seconds ?? null)} />
        </Facts>
      </Panel>
      <Panel {...panel} title={text.profitability}>
        <Facts>
          <Fact name={text.totalProfit} value={money(figureOf(summary, summary?.total_profit))} />
          <Fact
            name={text.totalLoss}
            value={money(figureOf(summary, summary?.total_loss == null ? null : Math.abs(summary.total_loss)))}
          />
          <Fact
            name={<Term name="profitFactor">{text.profitFactor}</Term>}
            value={number(summary?.profit_factor ?? null, { digits: 2 })}
          />
          <Fact
            name={<Term name="sharpe">{text.sharpe}</Term>}
            value={number(summary?.sharpe_ratio ?? null, { digits: 2 })}
          />
        </Facts>
      </Panel>
      <Panel {...panel} title={text.risk}>
        <Facts>
          <Fact name={<Term name="drawdown">{text.maxDrawdown}</Term>} value={percent(summary?.max_drawdown ?? null)} />
          <Fact name={text.bestTrade} value={signed(best)} tone={tone(best)} />
          <Fact name={text.worstTrade} value={signed(worst)} tone={tone(worst)} />
          <Fact name={text.avgProfit} value={signed(average)} tone={tone(average)} />
        </Facts>
      </Panel>
    </div>
  );
}
