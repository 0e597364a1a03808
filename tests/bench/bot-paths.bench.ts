import { Session } from 'node:inspector';
import { setTimeout } from 'node:timers/promises';
import { createWorld } from '../../packages/bot/src/engine/world.suite.ts';
import type { AccountEvent, OrderReport, OrderRequest } from '../../packages/bot/src/model/exchange.ts';
import { createHub } from '../../packages/bot/src/server/hub.ts';
import { createPublisher } from '../../packages/bot/src/server/publisher.ts';
import { frameTypes } from '../../packages/bot/src/server/socket.ts';

/**
 * Files of the bot of which a function runs from a quote to the first order that it makes leave, and from an exchange's report of that
 * order to the frame with its balances, by the coverage of V8. Each way is gone several times, and a file counts that ran every time.
 * The feed is scripted and the journal is in memory: decoders and the disk are left out. What follows from the report in its turn, the
 * next order with it, counts as its way.
 */
const times = 5;
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

type Coverage = { readonly result: readonly { readonly url: string; readonly functions: readonly Ran[] }[] };
type Ran = { readonly ranges: readonly { readonly startOffset: number; readonly count: number }[] };

/** Files of which a function ran since the last call; a whole module runs once, as it is loaded. */
const ranSince = (): ReadonlySet<string> => {
  const files = new Set<string>();
  session.post('Profiler.takePreciseCoverage', (_error, taken) => {
    for (const { url, functions } of (taken as Coverage).result) {
      const [, file] = /\/packages\/bot\/src\/(.+\.ts)$/.exec(url) ?? [];
      const hasRun = functions.some(({ ranges: [range] }) => range && range.startOffset > 0 && range.count > 0);
      if (file !== undefined && !/\.suite\.ts$/.test(file) && hasRun) files.add(file);
    }
  });
  return files;
};

const always = (runs: readonly ReadonlySet<string>[]): readonly string[] =>
  [...(runs[0] ?? [])].filter((file) => runs.every((run) => run.has(file))).toSorted();

const filled = ({ client_order_id, symbol, quantity, price, side }: OrderRequest): OrderReport => {
  const [base = '', quote = ''] = symbol.split('/');
  const filled_quote = `${Number(quantity) * Number(price)}`;
  const fees = [{ asset: side === 'buy' ? base : quote, amount: '0' }];
  const own = { client_order_id, exchange_order_id: `e-${client_order_id}`, symbol, state: 'filled' } as const;
  return { ...own, filled_quantity: quantity, filled_quote, fees };
};

/** Both ways, once, by a bot of its own. */
const goBoth = async () => {
  let tell = (_event: AccountEvent): void => {};
  const sent: OrderRequest[] = [];
  const world = await createWorld({}, undefined, ({ account }) => {
    account.subscribe = (listener) => {
      tell = listener;
      return () => {};
    };
    account.place = async (request) => {
      sent.push(request);
      return { kind: 'acknowledged', exchange_order_id: `e-${request.client_order_id}` };
    };
  });
  const { engine, clock } = world;
  const hub = createHub(frameTypes, clock.now);
  const nothing = () => ({}) as never;
  const balances = () => engine.balances();
  const readings = { status: nothing, metrics: nothing, balances };
  const publisher = createPublisher({ engine, hub, ...readings, isWatched: () => true });
  let toOrder: ReadonlySet<string> | null = null;
  let toFrame: ReadonlySet<string> | null = null;
  let isReported = false;
  engine.subscribe(({ type }) => {
    if (type === 'OrderSent') toOrder ??= ranSince();
  });
  hub.onFrame(({ channel }) => {
    if (isReported && channel === 'balances') toFrame ??= ranSince();
  });
  await world.ask({ type: 'StartBot', parameters: { trading_pairs: ['BTC/USDT', 'ETH/BTC', 'ETH/USDT'] } });
  world.fair();
  await clock.advance(1_000);
  ranSince();
  world.dislocate();
  await clock.advance(50);
  const [first] = sent;
  if (toOrder === null || first === undefined) throw new Error('no order has left');
  ranSince();
  isReported = true;
  tell({ kind: 'report', report: filled(first) });
  // The frame leaves with the next second of this machine.
  await setTimeout(1_500);
  publisher.stop();
  await engine.close();
  if (toFrame === null) throw new Error('no balances were framed');
  return [toOrder, toFrame] as const;
};

await goBoth();
const both: Awaited<ReturnType<typeof goBoth>>[] = [];
for (let time = 0; time < times; time++) both.push(await goBoth());
session.disconnect();

const folderOf = (file: string): string => file.split('/')[0] ?? file;
const ways = [
  ['quote to OrderSent', always(both.map(([toOrder]) => toOrder))],
  ['report to the balances frame', always(both.map(([, toFrame]) => toFrame))],
] as const;
for (const [name, files] of ways) {
  const folders = Object.entries(Object.groupBy(files, folderOf));
  console.log(`\n${name}: ${files.length} files`);
  for (const [folder, own = []] of folders)
    console.log(`  ${folder}: ${own.length}  ${own.map((file) => file.slice(folder.length + 1)).join(' ')}`);
}
process.exit(0);
