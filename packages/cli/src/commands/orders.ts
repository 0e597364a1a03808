import type { PlaceOrder } from '@triquad/core/contract';
import { Argument, type Command } from 'commander';
import { orderColumns, tradeColumns } from '../columns.ts';
import type { Host } from '../host.ts';
import { atLeast } from '../parse.ts';
import { defineClientCommand, type Task } from './client-command.ts';
import { option } from './define-command.ts';
import { isWithin, limitOption, type Period, periodOptions, rowsToAsk } from './list-options.ts';
import { askPermission, knownOf } from './permission.ts';

interface ListOptions extends Period {
  readonly status?: 'pending' | 'filled' | 'cancelled' | 'failed' | 'completed';
  readonly history?: true;
  readonly limit?: number;
}

interface PlaceOptions {
  readonly exchange: string;
  readonly symbol: string;
  readonly side: PlaceOrder['side'];
  readonly quantity: number;
  readonly price?: number;
  readonly timeInForce?: NonNullable<PlaceOrder['time_in_force']>;
}

const defaultLimit = 50;
const smallestQuantity = Number.MIN_VALUE;

/** `triquad orders [list]`, `triquad orders cancel <id>`, `triquad orders place`. */
export const ordersCommand = (host: Host): Command =>
  listCommand(host, 'orders', 'orders and trades; cancel or place an order', [
    listCommand(host, 'list', 'orders, or trades with --history'),
    cancelCommand(host),
    placeCommand(host),
  ]);

const listCommand = (host: Host, name: string, description: string, subcommands: Command[] = []): Command =>
  defineClientCommand<ListOptions>(host, {
    name,
    description,
    subcommands,
    options: [
      option('--status <status>', 'only these').choices(['pending', 'filled', 'cancelled', 'failed', 'completed']),
      option('--history', 'finished executions in place of orders'),
      ...periodOptions(),
      limitOption(defaultLimit),
    ],
    examples: [
      ['triquad orders --status pending', 'what is open'],
      ['triquad orders --history --limit 10', 'the last ten trades'],
    ],
    run: list,
  });

async function list({ bot, print, options }: Task<ListOptions>): Promise<void> {
  const { status, history, since, until, limit = defaultLimit } = options;
  // Filters what the bot does not filter, before the limit applies.
  const isWanted = (one: { status: string }) => status === undefined || one.status === status;
  const fetched = rowsToAsk(limit, [status, since, until]);
  if (history) {
    const period = { ...(since && { from: since }), ...(until && { to: until }) };
    const { rows } = await bot.call('orders.history', { query: { limit: fetched, ...period } });
    const within = rows.filter((one) => isWithin(options, one.entry_time));
    const trades = within.filter(isWanted).slice(0, limit);
    return print.rows(trades, tradeColumns, trades);
  }
  const { rows } = await bot.call('orders.list', { query: { limit: fetched, ...(status && { status }) } });
  const within = rows.filter((one) => isWithin(options, one.created_at));
  const orders = within.filter(isWanted).slice(0, limit);
  print.rows(orders, orderColumns, orders);
}

const cancelCommand = (host: Host): Command =>
  defineClientCommand(host, {
    name: 'cancel',
    description: 'cancel a pending order',
    arguments: [new Argument('<id>', 'id of the order')],
    exits: ['conflict'],
    examples: [
      ['triquad orders cancel 019a9f2c-5d1e-7c40-8b62-3f1f6c7f0a11', 'one'],
      ["triquad orders --status pending --json | jq -r '.[].id' | xargs -n1 triquad orders cancel", 'all'],
    ],
    run: async ({ bot, print, args: [id = ''] }) => {
      const order = await bot.call('orders.cancel', { path: { id } });
      print.rows(order, orderColumns, [order]);
    },
  });

const placeCommand = (host: Host): Command =>
  defineClientCommand<PlaceOptions>(host, {
    name: 'place',
    description: 'place an order by hand: a limit order with --price, a market order without; asks',
    options: [
      option('--exchange <name>', 'e.g. binance').makeOptionMandatory(),
      option('--symbol <market>', 'e.g. BTC/USDT').makeOptionMandatory(),
      option('--side <side>', 'of the base').choices(['buy', 'sell']).makeOptionMandatory(),
      option('--quantity <base>', 'in the base, e.g. 0.01', atLeast(smallestQuantity)).makeOptionMandatory(),
      option('--price <quote>', 'in quote for one base', atLeast(smallestQuantity)),
      option('--time-in-force <rule>', 'how long it stands').choices(['GTC', 'IOC', 'FOK']),
    ],
    exits: ['conflict', 'halted'],
    examples: [
      ['triquad orders place --exchange binance --symbol BTC/USDT --side buy --quantity 0.01', 'at the market'],
      ['triquad orders place --exchange kraken --symbol ETH/BTC --side sell --quantity 1 --price 0.0523', 'at a price'],
    ],
    run: place,
  });

async function place(task: Task<PlaceOptions>): Promise<void> {
  const { exchange, symbol, side, quantity, price, timeInForce } = task.options;
  const market = symbol.toUpperCase();
  const worth = price === undefined ? 'at the market' : `at ${price}`;
  const order = {
    exchange: exchange.toLowerCase(),
    symbol: market,
    side,
    quantity,
    type: price === undefined ? ('market' as const) : ('limit' as const),
    ...(price !== undefined && { price }),
    ...(timeInForce && { time_in_force: timeInForce }),
  };
  await askPermission(
    task,
    await knownOf(task),
    { type: 'PlaceOrder', order },
    `${side} ${quantity} ${market} ${worth} on ${exchange}`,
  );
  const placed = await task.bot.call('orders.place', { body: order });
  task.print.rows(placed, orderColumns, [placed]);
}
