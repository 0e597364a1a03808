import type { ExecutionResultRecord, TradeRecord } from '@triquad/core/contract';

function resultStatus({ status }: TradeRecord): ExecutionResultRecord['status'] {
  if (status === 'pending') return 'pending';
  return status === 'completed' ? 'success' : 'failed';
}

/** The answer to the call of an execution. */
export function executionResult(trade: TradeRecord): ExecutionResultRecord {
  return {
    provenance: trade.provenance,
    status: resultStatus(trade),
    execution_id: trade.execution_id,
    result: {
      actual_profit: trade.actual_profit,
      actual_profit_pct: trade.profit_pct,
      fees: trade.fees,
      duration_ms: trade.duration_seconds === null ? null : trade.duration_seconds * 1000,
      legs: trade.legs,
      error_message: trade.error_message,
    },
  };
}
