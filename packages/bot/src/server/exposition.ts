import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type BalancesRecord, type Provenance, provenanceCells } from '@triquad/core/contract';
import type { Engine, EngineState } from '../engine/engine.ts';
import type { EventStore } from '../journal/event-store.ts';
import { createFactRate, growthOf, type Sizes } from '../journal/growth.ts';
import type { EngineEvent, ExecutionFinished, Fact } from '../model/event.ts';
import type { OrderClosed } from '../model/order-event.ts';
import { provenanceNow } from '../model/provenance.ts';
import type { EngineStatistics, Execution, Order } from '../model/state.ts';
import type { Books } from './backend.ts';
import { createCounter, createHistogram, exposed, type Family, type Labels, type Sample } from './prometheus.ts';

export interface ExpositionOptions {
  readonly engine: Engine;
  readonly books: Pick<Books, 'balances'>;
  readonly store: EventStore<Fact>;
  readonly clients: () => number;
  readonly version: string;
  /** Of the data directory. */
  readonly sizes: () => Sizes;
}

/** What Prometheus scrapes. Counters begin at the start of the process, as it expects. */
export interface Exposition {
  text(): string;
  countCall(method: string, status: number): void;
  stop(): void;
}

const MS = 1_000;
const MICROSECONDS = 1e6;
const NANOSECONDS = 1e9;
/** More dislocations than are open at once. */
const MOST_OPEN = 200;
const EXECUTION_BOUNDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const ORDER_BOUNDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export function createExposition({ engine, books, store, clients, version, sizes }: ExpositionOptions): Exposition {
  const lag = monitorEventLoopDelay({ resolution: 10 });
  lag.enable();
  const calls = createCounter();
  const tallies = createTallies(engine);
  const factRate = createFactRate();
  return {
    text() {
      const state = engine.state();
      const families = [
        ...processFamilies(version, lag),
        ...tallies.families(),
        counter('triquad_http_requests_total', 'HTTP requests answered, by method and status.', calls.samples()),
        counter('triquad_journal_facts_total', 'Facts in the journal, on the disk.', [{ value: store.committed() }]),
        gauge('triquad_journal_waiting_facts', 'Facts that wait for their commit.', [
          { value: store.lastSeq() - store.committed() },
        ]),
        ...diskFamilies(sizes(), store.committed(), factRate(store.committed(), performance.now())),
        gauge('triquad_clients', 'Clients connected to the socket.', [{ value: clients() }]),
        ...stateFamilies(state),
        ...scanFamilies(engine.statistics()),
        ...balanceFamilies(books.balances()),
      ];
      lag.reset();
      return exposed(families);
    },
    countCall: (method, status) => calls.add({ method, status: String(status) }),
    stop() {
      lag.disable();
      tallies.stop();
    },
  };
}

const gauge = (name: string, help: string, samples: readonly Sample[]): Family => ({
  name,
  type: 'gauge',
  help,
  samples,
});
const counter = (name: string, help: string, samples: readonly Sample[]): Family => ({
  name,
  type: 'counter',
  help,
  samples,
});
const histogram = (name: string, help: string, samples: readonly Sample[]): Family => ({
  name,
  type: 'histogram',
  help,
  samples,
});
const flag = (is: boolean): readonly Sample[] => [{ value: is ? 1 : 0 }];

function diskFamilies(sizes: Sizes, facts: number, factsPerDay: number | null): readonly Family[] {
  const { bytes_per_day, days_left } = growthOf(sizes, facts, factsPerDay);
  const files = [
    { labels: { file: 'journal' }, value: sizes.journal },
    { labels: { file: 'sealed' }, value: sizes.sealed.bytes },
    { labels: { file: 'archive' }, value: sizes.archive },
  ];
  return [
    gauge('triquad_data_bytes', 'Size of the journal, of its sealed files, and of the file with the archive.', files),
    gauge('triquad_disk_free_bytes', 'What the disk of the data directory has left.', [{ value: sizes.free }]),
    gauge(
      'triquad_data_growth_bytes_per_day',
      'Growth of journal and archive at the rate of the last week, after ten minutes.',
      [{ value: bytes_per_day }],
    ),
    gauge('triquad_disk_full_days', 'Days until the disk is full at that rate.', [{ value: days_left }]),
  ];
}

/** What is counted as it happens. */
function createTallies(engine: Engine) {
  const opportunities = createCounter();
  const dislocations = createCounter();
  /** The last that were counted. */
  const counted = new Set<string>();
  const decisions = createCounter();
  const executions = createCounter();
  const orders = createCounter();
  const refusals = createCounter();
  const executionSeconds = createHistogram(EXECUTION_BOUNDS);
  const orderSeconds = createHistogram(ORDER_BOUNDS);
  // What is counted is read at the fold, and counted once it is on the disk.
  const countOf = (event: EngineEvent): (() => void) | undefined => {
    if (event.type === 'OpportunityDetected') {
      const { exchange, type, id, dislocation_id = id } = event.opportunity;
      return () => {
        opportunities.add({ exchange, type });
        if (counted.has(dislocation_id)) return;
        dislocations.add({ exchange });
        counted.add(dislocation_id);
        const [oldest = ''] = counted.size > MOST_OPEN ? counted : [];
        counted.delete(oldest);
      };
    }
    if (event.type === 'DecisionMade') {
      const { exchange, reason } = event;
      return () => decisions.add({ exchange, reason });
    }
    if (event.type === 'ExecutionFinished') {
      const execution = engine.state().executions.get(event.execution_id);
      return execution && (() => countExecution(execution, event));
    }
    if (event.type !== 'OrderClosed') return undefined;
    const order = engine.state().orders.get(event.order_id);
    return order && (() => countOrder(order, event));
  };
  const countExecution = ({ exchange, started_at }: Execution, { status, at }: ExecutionFinished) => {
    const labels = { exchange, status };
    executions.add(labels);
    executionSeconds.observe(labels, (at - started_at) / MS);
  };
  const countOrder = ({ exchange, sent_at }: Order, { status, at }: OrderClosed) => {
    orders.add({ exchange, status });
    if (status === 'failed') refusals.add({ exchange });
    if (sent_at !== null) orderSeconds.observe({ exchange }, (at - sent_at) / MS);
  };
  const stop = engine.watch(countOf);
  const families = (): readonly Family[] => [
    counter('triquad_opportunities_total', 'Opportunities found, by exchange and type.', opportunities.samples()),
    counter(
      'triquad_dislocations_total',
      'Moves of a market that opportunities are of, by exchange.',
      dislocations.samples(),
    ),
    counter('triquad_decisions_total', 'Decisions made, by exchange and reason.', decisions.samples()),
    counter('triquad_executions_total', 'Executions ended, by exchange and status.', executions.samples()),
    counter('triquad_orders_total', 'Orders closed, by exchange and status.', orders.samples()),
    counter('triquad_order_refusals_total', 'Orders that an exchange did not take.', refusals.samples()),
    histogram(
      'triquad_execution_duration_seconds',
      'From the start of an execution to its end.',
      executionSeconds.samples(),
    ),
    histogram('triquad_order_duration_seconds', 'From sending an order to its final answer.', orderSeconds.samples()),
  ];
  return { families, stop };
}

function processFamilies(version: string, lag: ReturnType<typeof monitorEventLoopDelay>): readonly Family[] {
  const { arrayBuffers, external, heapUsed, rss } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const quantile = (percent: number, label: string): Sample => ({
    labels: { quantile: label },
    value: lag.count === 0 ? null : lag.percentile(percent) / NANOSECONDS,
  });
  return [
    gauge('triquad_build_info', 'The version that runs.', [{ labels: { version }, value: 1 }]),
    counter('process_cpu_seconds_total', 'CPU time spent.', [{ value: (user + system) / MICROSECONDS }]),
    gauge('process_start_time_seconds', 'When the process started, since 1970.', [
      { value: performance.timeOrigin / MS },
    ]),
    gauge('process_resident_memory_bytes', 'Memory of the process.', [{ value: rss }]),
    gauge('triquad_heap_bytes', 'Memory in use by JavaScript.', [{ value: heapUsed }]),
    gauge('triquad_external_bytes', 'Memory outside the heap that JavaScript holds, buffers included.', [
      { value: external },
    ]),
    gauge('triquad_array_buffers_bytes', 'Memory of buffers.', [{ value: arrayBuffers }]),
    gauge('triquad_event_loop_lag_seconds', 'Delay of a 10 ms timer since the last scrape, its own 10 ms included.', [
      quantile(50, '0.5'),
      quantile(99, '0.99'),
    ]),
  ];
}

function stateFamilies(state: EngineState): readonly Family[] {
  const { lifecycle, halted, mode, equity, feeds, residuals } = state;
  const assets = [...residuals].map(([exchange, held]) => ({ labels: { exchange }, value: held.size }));
  return [
    gauge('triquad_running', '1 while the bot scans and trades.', flag(lifecycle === 'running')),
    gauge('triquad_halted', '1 while trading is halted until somebody resets it.', flag(halted !== null)),
    gauge('triquad_breakers_tripped', 'Breakers that keep the bot from taking on anything new.', [
      { value: [...state.breakers.values()].filter(({ tripped_at }) => tripped_at !== null).length },
    ]),
    gauge('triquad_live_money', '1 in live mode, 0 in paper mode.', flag(mode === 'live')),
    gauge('triquad_equity_usd', 'The last marked value of everything held.', [
      { labels: { mode, ...sourceLabels(provenanceNow(state)) }, value: equity.last },
    ]),
    gauge('triquad_open_orders', 'Orders whose outcome is open.', [{ value: state.open_orders.size }]),
    gauge('triquad_open_executions', 'Executions under way.', [{ value: state.open_executions.size }]),
    gauge('triquad_stranded_assets', 'Assets that an execution could not bring back.', assets),
    gauge(
      'triquad_feed_up',
      '1 while the market data of the exchange is live.',
      [...feeds.values()].map(({ exchange, status }) => ({ labels: { exchange }, value: status === 'live' ? 1 : 0 })),
    ),
  ];
}

function scanFamilies(scan: EngineStatistics): readonly Family[] {
  const each = (value: (one: EngineStatistics['exchanges'][number]) => number): readonly Sample[] =>
    scan.exchanges.map((one) => ({ labels: { exchange: one.exchange }, value: value(one) }));
  const seconds = (us: number | null) => (us === null ? null : us / MICROSECONDS);
  return [
    counter(
      'triquad_book_updates_total',
      'Messages about order books.',
      each(({ updates }) => updates),
    ),
    gauge(
      'triquad_books',
      'Order books of the exchanges that are scanned.',
      each(({ markets }) => markets),
    ),
    gauge(
      'triquad_books_trusted',
      'Those of them that may be traded on now.',
      each(({ markets_trusted }) => markets_trusted),
    ),
    gauge('triquad_detection_duration_seconds', 'From an update to its decisions, over the last thousand updates.', [
      { labels: { quantile: '0.5' }, value: seconds(scan.detection_p50_us) },
      { labels: { quantile: '0.99' }, value: seconds(scan.detection_p99_us) },
    ]),
  ];
}

/** Labels of money: where its prices come from, and what kind it is. */
function sourceLabels(provenance: Provenance | null): Labels {
  const cells = Object.entries(provenanceCells(provenance)).filter(([name]) => name !== 'provenance_exchange');
  return Object.fromEntries(cells.map(([name, value]) => [name, value ?? '']));
}

function balanceFamilies({ exchanges, total_usd, provenance }: BalancesRecord): readonly Family[] {
  const source = sourceLabels(provenance);
  const worth = exchanges.map(({ exchange, total_usd: value }) => ({ labels: { exchange, ...source }, value }));
  return [
    gauge('triquad_balance_usd', 'Value of what an exchange holds, by the books now.', worth),
    gauge('triquad_balances_usd', 'Value of what all exchanges hold, by the books now.', [
      { labels: source, value: total_usd },
    ]),
  ];
}
