import type { TradeRecord } from '@triquad/core/contract';
import type { Engine } from '../engine/engine.ts';
import type { EngineEvent } from '../model/event.ts';
import { isoTime } from '../model/moment.ts';
import type { EquityMark } from '../portfolio/curves.ts';
import { tradeRecord } from '../portfolio/trade-record.ts';

/** What is kept of a run: the engine forgets what is long over. */
export type Seen = {
  /** In the order in which they ended. */
  readonly trades: readonly TradeRecord[];
  /** Oldest first. */
  readonly marks: readonly EquityMark[];
  readonly opportunities: number;
  /** What held the bot back, as sentences. */
  readonly incidents: readonly string[];
};

/** How many breakers are told of one by one. */
const mostTold = 5;

/** `trades`: how many there were so far. */
export const createObserver = (engine: Engine): { seen(): Seen; trades(): number } => {
  const trades: TradeRecord[] = [];
  const marks: EquityMark[] = [];
  const incidents: string[] = [];
  let trips = 0;
  let opportunities = 0;

  const hear = (event: EngineEvent): void => {
    switch (event.type) {
      case 'ExecutionFinished': {
        const { executions, orders } = engine.state();
        const execution = executions.get(event.execution_id);
        if (execution) trades.push(tradeRecord(execution, orders));
        return;
      }
      case 'ExecutionBounded': {
        const { executions, orders } = engine.state();
        const execution = executions.get(event.execution_id);
        const place = trades.findLastIndex(({ id }) => id === event.execution_id);
        if (execution && place >= 0) trades[place] = tradeRecord(execution, orders);
        return;
      }
      case 'EquityMarked':
        marks.push({ at: event.at, equity_usd: event.equity_usd });
        return;
      case 'OpportunityDetected':
        opportunities++;
        return;
      case 'BotHalted':
        incidents.push(`The bot was halted at ${isoTime(event.at)} and traded no more: ${event.reason}.`);
        return;
      case 'BreakerTripped':
        if (++trips <= mostTold) incidents.push(tripNote(event));
        return;
    }
  };
  engine.subscribe(hear);

  return {
    trades: () => trades.length,
    seen: () => {
      const more = trips - mostTold;
      const untold = more > 0 ? [`Circuit breakers tripped ${more} more times.`] : [];
      return { trades, marks, opportunities, incidents: [...incidents, ...untold] };
    },
  };
};

const tripNote = ({ name, reason, resumes, at }: Extract<EngineEvent, { type: 'BreakerTripped' }>): string => {
  const until = resumes === 'itself' ? 'until it was over' : 'to the end, as nobody was there to reset it';
  return `The circuit breaker ${name} tripped at ${isoTime(at)} and held the bot back ${until}: ${reason}.`;
};
