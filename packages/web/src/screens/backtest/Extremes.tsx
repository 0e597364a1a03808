import { figureOf } from '@triquad/core';
import type { Trade } from '@triquad/core/contract';
import { pathOf } from '../../components/cycle.ts';
import { LifeWaterfall } from '../../components/life/LifeWaterfall.tsx';
import { Panel } from '../../components/Panel.tsx';
import { money } from '../../messages/format.ts';
import { shortMoment } from '../../messages/moments.ts';
import { extremesOf } from './extremes.ts';
import { useMessages } from './use-messages.ts';

const height = 150;

/** The best and the worst trade, each from planned to actual profit; a single trade alone. */
export function Extremes({ trades }: { trades: readonly Trade[] }) {
  const { backtest: text } = useMessages();
  const { best, worst } = extremesOf(trades);
  if (best === null) return null;
  return (
    <>
      <TradePanel title={worst === null ? text.onlyTrade : text.bestTrade} trade={best} />
      {worst !== null && <TradePanel title={text.worstTrade} trade={worst} />}
    </>
  );
}

function TradePanel({ title, trade }: { title: string; trade: Trade }) {
  const { entry_time, exchange, symbols, capital, expected_profit } = trade;
  const parts = [
    entry_time === null ? '' : shortMoment(entry_time, 0),
    exchange,
    pathOf(symbols),
    money(figureOf(trade, capital)),
  ];
  return (
    <Panel title={title} state={{ kind: 'ready' }} height={height}>
      <p className="muted small">{parts.filter((part) => part !== '').join(' · ')}</p>
      <LifeWaterfall shown={expected_profit} trade={trade} />
    </Panel>
  );
}
