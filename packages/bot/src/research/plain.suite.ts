import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/**
 * The same question, answered by a second program that shares nothing with the first: it lists every cycle, writes down what each was worth
 * after each row, and reads the answers from these lists. For tables with the columns of the recorder, and start currencies that are dollars.
 */
export type PlainQuestion = {
  readonly file: string;
  readonly starts: readonly string[];
  readonly fees: readonly number[];
  readonly latencies: readonly number[];
  readonly capital: number;
  readonly maxAgeMs: number | null;
};

export type PlainCell = { reached: number; modelled: number; followed: number; pessimistic: number };
export type PlainFee = {
  cycles: number;
  episodes: number;
  undirected: number;
  optimistic: number;
  longest: number;
  cells: PlainCell[];
};

type Row = { at: number; stretch: number; market: number; bid: number; bidSize: number; ask: number; askSize: number };
type Leg = { readonly market: number; readonly isBuy: boolean };
/** After a row, or at the moment at which a quote has grown too old: what one unit came to, and how much the books took. */
type State = { at: number; order: number; product: number; room: number; isCut: boolean };
type Run = { since: number; start: number; end: number; until: number; isCut: boolean };

const gapMs = 60_000;

const load = (file: string): { symbols: string[]; rows: Row[] } => {
  const bytes = readFileSync(file);
  const [header = '', ...lines] = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    .toString('utf8')
    .trimEnd()
    .split('\n');
  const column = (name: string): number => header.split(',').indexOf(name);
  const symbols: string[] = [];
  let [stretch, last, session] = [-1, Number.NaN, ''];
  const rows = lines.map((line): Row => {
    const cells = line.split(',');
    const value = (name: string): number => Number(cells[column(name)]);
    const [symbol = '', own = '', at] = [cells[column('symbol')], cells[column('session')] ?? '', value('timeMs')];
    if (stretch < 0 || own !== session || at - last > gapMs) stretch++;
    [last, session] = [at, own];
    if (!symbols.includes(symbol)) symbols.push(symbol);
    const market = symbols.indexOf(symbol);
    return {
      at,
      stretch,
      market,
      bid: value('bid'),
      bidSize: value('bidSize'),
      ask: value('ask'),
      askSize: value('askSize'),
    };
  });
  return { symbols, rows };
};

/** Every way over three or four different currencies from a start and back, which no better start could begin. */
const cyclesOf = (symbols: readonly string[], starts: readonly string[]): Leg[][] => {
  const found: Leg[][] = [];
  const rank = (currency: string): number => (starts.includes(currency) ? starts.indexOf(currency) : starts.length);
  const hops = symbols.flatMap((symbol, market) => {
    const [base = '', quote = ''] = symbol.split('-');
    return [
      { from: base, to: quote, market, isBuy: false },
      { from: quote, to: base, market, isBuy: true },
    ];
  });
  const leaving = Map.groupBy(hops, ({ from }) => from);
  const walk = (start: string, at: string, visited: readonly string[], legs: readonly Leg[]): void => {
    for (const { to, market, isBuy } of leaving.get(at) ?? []) {
      if (to === start && legs.length >= 2) found.push([...legs, { market, isBuy }]);
      else if (legs.length < 3 && !visited.includes(to) && rank(to) > rank(start))
        walk(start, to, [...visited, to], [...legs, { market, isBuy }]);
    }
  };
  for (const start of starts) walk(start, start, [start], []);
  return found;
};

/** What a cycle was worth in one stretch, after each row of its markets. */
const statesOf = (legs: readonly Leg[], rows: readonly Row[], end: number, maxAgeMs: number | null): State[] => {
  type Change = { at: number; order: number; market: number; row: Row | null };
  const changes: Change[] = rows.map((row, order) => ({ at: row.at, order, market: row.market, row }));
  if (maxAgeMs !== null)
    for (const [order, row] of rows.entries()) {
      const old = row.at + maxAgeMs;
      const isRenewed = rows.some((other, later) => later > order && other.market === row.market && other.at <= old);
      if (!isRenewed && old < end)
        changes.push({ at: old, order: Number.POSITIVE_INFINITY, market: row.market, row: null });
    }
  changes.sort((one, other) => one.at - other.at || one.order - other.order);
  const books = new Map<number, Row>();
  const states = changes.map(({ at, order, market, row }): State => {
    if (row) books.set(market, row);
    else books.delete(market);
    let [product, room] = [1, Number.POSITIVE_INFINITY];
    for (const leg of legs) {
      const book = books.get(leg.market);
      if (!book) return { at, order, product: 0, room: 0, isCut: false };
      room = Math.min(room, (leg.isBuy ? book.askSize * book.ask : book.bidSize) / product);
      product *= leg.isBuy ? 1 / book.ask : book.bid;
    }
    return { at, order, product, room, isCut: false };
  });
  return [...states, { at: end, order: Number.POSITIVE_INFINITY, product: 0, room: 0, isCut: true }];
};

const runsOf = (states: readonly State[], pays: (product: number) => boolean): Run[] => {
  const runs: Run[] = [];
  let start = -1;
  for (const [place, { at, product, isCut }] of states.entries()) {
    if (pays(product) && start < 0) start = place;
    if (pays(product) || start < 0) continue;
    runs.push({ since: states[start]?.at ?? 0, start, end: place, until: at, isCut });
    start = -1;
  }
  return runs;
};

/** Counts runs of either direction once where one begins with the very change that ends the other. */
const eitherOf = (runs: readonly { run: Run; states: readonly State[] }[]): number => {
  const orderOf = (states: readonly State[], place: number): string => `${states[place]?.at} ${states[place]?.order}`;
  const ends = new Set(runs.map(({ run, states }) => orderOf(states, run.end)));
  return runs.filter(({ run, states }) => !ends.has(orderOf(states, run.start))).length;
};

export const plainAnswer = ({ file, starts, fees, latencies, capital, maxAgeMs }: PlainQuestion): PlainFee[] => {
  const { symbols, rows } = load(file);
  const answers = fees.map(
    (): PlainFee => ({
      ...{ cycles: 0, episodes: 0, undirected: 0, optimistic: 0, longest: 0 },
      cells: latencies.map(() => ({ reached: 0, modelled: 0, followed: 0, pessimistic: 0 })),
    }),
  );
  const stretches = [...Map.groupBy(rows, ({ stretch }) => stretch).values()].map((own) => ({
    end: own.at(-1)?.at ?? 0,
    byMarket: Map.groupBy(
      own.map((row, order) => ({ row, order })),
      ({ row }) => row.market,
    ),
  }));
  const paid = fees.map(() => new Set<string>());
  const nameOf = (legs: readonly Leg[]): string => legs.map(({ market, isBuy }) => `${market}${isBuy}`).join();
  const marketsOf = (legs: readonly Leg[]): string => {
    const names = legs.map(({ market }) => market);
    return [names, names.toReversed()].map((each) => each.join()).sort()[0] ?? '';
  };
  for (const both of Map.groupBy(cyclesOf(symbols, starts), marketsOf).values()) {
    for (const { byMarket, end } of stretches) {
      const rowsOf = (legs: readonly Leg[]): Row[] =>
        legs
          .flatMap(({ market }) => byMarket.get(market) ?? [])
          .sort((one, other) => one.order - other.order)
          .map(({ row }) => row);
      const lists = both
        .filter((legs) => legs.every(({ market }) => byMarket.has(market)))
        .map((legs) => ({ legs, own: rowsOf(legs), states: statesOf(legs, rowsOf(legs), end, maxAgeMs) }));
      for (const [step, fee] of fees.entries()) {
        const answer = answers[step] as PlainFee;
        const net = (legs: readonly Leg[], product: number): number => product * (1 - fee / 100) ** legs.length;
        const all = lists.flatMap(({ legs, own, states }) =>
          runsOf(states, (product) => net(legs, product) > 1).map((run) => ({ legs, own, states, run })),
        );
        answer.undirected += eitherOf(all);
        for (const { legs, own, states, run } of all) {
          paid[step]?.add(nameOf(legs));
          answer.episodes++;
          answer.longest = Math.max(answer.longest, run.until - run.since);
          const first = states[run.start] as State;
          const stake = Math.min(capital, first.room);
          answer.optimistic += stake * (net(legs, first.product) - 1);
          for (const [place, latency] of latencies.entries()) {
            const cell = answer.cells[place] as PlainCell;
            const arrival = run.since + legs.length * latency;
            if (latency === 0 || arrival < run.until || (run.isCut && arrival <= run.until)) {
              const then =
                latency === 0 ? first : (states.slice(run.start, run.end).findLast(({ at }) => at <= arrival) as State);
              cell.reached++;
              cell.modelled += Math.min(capital, then.room) * (net(legs, then.product) - 1);
            }
            const rates = legs.map(({ market, isBuy }, leg) => {
              const quote = own.find(
                (row, order) =>
                  row.market === market &&
                  order > first.order &&
                  (latency === 0 || row.at > run.since + (leg + 1) * latency),
              );
              return quote === undefined ? Number.NaN : isBuy ? 1 / quote.ask : quote.bid;
            });
            const product = rates.reduce((sum, rate) => sum * rate, 1);
            if (Number.isNaN(product)) continue;
            cell.followed++;
            cell.pessimistic += stake * (net(legs, product) - 1);
          }
        }
      }
    }
  }
  for (const [step, answer] of answers.entries()) answer.cycles = paid[step]?.size ?? 0;
  return answers;
};
