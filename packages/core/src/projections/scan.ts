import * as z from 'zod/mini';
import { ScanRecord } from '../contract/scan.ts';
import type { Projection } from './projection.ts';

/** `report` null until known, and always for a bot without scan reports; `metrics` arrives once a second where announced. */
export const ScanState = z.object({
  report: z.nullable(ScanRecord),
  metrics: z.nullable(z.object({ event_loop_lag_ms: z.number(), clients: z.number(), heap_mb: z.number() })),
});
export type ScanState = z.infer<typeof ScanState>;

/** The bot's scan report: books, cycles, speed, and decisions by reason. */
export const scan: Projection<ScanState> = {
  initial: { report: null, metrics: null },
  evolve: (state, { message }) => {
    switch (message.type) {
      case 'ResourceLoaded':
        return message.resource === 'scan' ? { ...state, report: message.value } : state;
      case 'MetricsReported': {
        const { scan: report, event_loop_lag_ms, clients, heap_mb } = message.metrics;
        return { report, metrics: { event_loop_lag_ms, clients, heap_mb } };
      }
      default:
        return state;
    }
  },
};
