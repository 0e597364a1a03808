import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type BotStatusRecord, type MetricsRecord, type ScanRecord, underMode } from '@triquad/core/contract';
import type { Engine } from '../engine/engine.ts';
import type { Backend } from './backend.ts';
import { botStatus } from './status.ts';

const NANOSECONDS = 1e6;
const LAG_RESOLUTION_MS = 10;
const MIB = 1024 * 1024;

export interface ReadingsOptions {
  readonly engine: Engine;
  readonly market: Backend['market'];
  readonly clients: () => number;
  readonly now: () => number;
}

/** What the gauges show at this moment. */
export interface Readings {
  status(): BotStatusRecord;
  scan(): ScanRecord;
  /** The lag is the 99th percentile since the last reading. */
  metrics(): MetricsRecord;
  stop(): void;
}

export function createReadings({ engine, market, clients, now }: ReadingsOptions): Readings {
  const lag = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
  lag.enable();
  const provenance = (): BotStatusRecord['provenance'] =>
    market.prices && underMode(market.prices.provenance, engine.state().mode);
  const scan = (): ScanRecord => ({
    ...engine.statistics(),
    provenance: provenance(),
    market_source: market.source,
    market_detail: market.detail,
  });
  return {
    scan,
    status: () => botStatus({ engine, source: market.source, provenance: provenance(), now: now() }),
    metrics() {
      const p99 = lag.percentile(99) / NANOSECONDS;
      lag.reset();
      return {
        scan: scan(),
        // The monitor's own timer is part of what it measures.
        event_loop_lag_ms: Math.max(0, p99 - LAG_RESOLUTION_MS),
        clients: clients(),
        heap_mb: process.memoryUsage().heapUsed / MIB,
      };
    },
    stop: () => lag.disable(),
  };
}
