import type { PlaceOrder } from '@triquad/core/contract';
import { Command, Option } from 'commander';
import { orderColumns, tradeColumns } from '../columns.ts';
import type { Host } from '../host.ts';
import { atLeast, wholeBetween } from '../parse.ts';
import { clientCommand } from './client-command.ts';
import { withExamples } from './examples.ts';

interface ListOptions {
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
const mostRows = 500;
const smallestQuantity = Number.MIN_VALUE;

/** `triquad orders [list]`, `triquad orders cancel <id>`, `triquad orders place`. */
export function ordersCommand(host: Host): Command {
  const command = listing(host, new Command('orders').description('orders and trades; cancel or place an order'));
  command.addCommand(listing(host, new Command('list').description('orders, or trades with --history')));
  command.addCommand(cancelCommand(host));
  command.addCommand(placeCommand(host));
  for (const each of command.commands) each.copyInheritedSettings(command);
  return command;
}

function listing(host: Host, command: Command): Command {
  command
    .addOption(
      new Option('--status <status>', 'only these').choices(['pending', 'filled', 'cancelled', 'failed', 'completed']),
    )
    .option('--history', 'finished executions in place of orders')
    .option('--limit <number>', `rows at most (default: ${defaultLimit})`, wholeBetween(1, mostRows));
  clientCommand<ListOptions>(
    host,
    command,
    async ({ bot, print, options: { status, history, limit = defaultLimit } }) => {
      if (history) {
        const { rows } = await bot.call('orders.history', { query: { limit } });
        const trades = rows.filter((trade) => status === undefined || trade.status === status);
        print.rows(trades, tradeColumns, trades);
      } else {
        const { rows } = await bot.call('orders.list', { query: { limit, ...(status && { status }) } });
        const orders = rows.filter((order) => status === undefined || order.status === status);
        print.rows(orders, orderColumns, orders);
      }
    },
  );
  return withExamples(command, [
    ['triquad orders --status pending', 'what is open'],
    ['triquad orders --history --limit 10', 'the last ten trades'],
  ]);
}

function cancelCommand(host: Host): Command {
  const command = new Command('cancel').description('cancel a pending order').argument('<id>', 'id of the order');
  clientCommand(host, command, async ({ bot, print, args: [id = ''] }) => {
    const order = await bot.call('orders.cancel', { path: { id } });
    print.rows(order, orderColumns, [order]);
  });
  return withExamples(command, [
    ['triquad orders cancel 019a9f2c-5d1e-7c40-8b62-3f1f6c7f0a11', 'one'],
    ["triquad orders --status pending --json | jq -r '.[].id' | xargs -n1 triquad orders cancel", 'all'],
  ]);
}

function placeCommand(host: Host): Command {
  const command = new Command('place')
    .description('place an order by hand: a limit order with --price, a market order without')
    .requiredOption('--exchange <name>', 'e.g. binance')
    .requiredOption('--symbol <market>', 'e.g. BTC/USDT')
    .addOption(new Option('--side <side>', 'of the base').choices(['buy', 'sell']).makeOptionMandatory())
    .requiredOption('--quantity <base>', 'in the base, e.g. 0.01', atLeast(smallestQuantity))
    .option('--price <quote>', 'in quote for one base', atLeast(smallestQuantity))
    .addOption(new Option('--time-in-force <rule>', 'how long it stands').choices(['GTC', 'IOC', 'FOK']));
  clientCommand<PlaceOptions>(host, command, async ({ bot, print, options }) => {
    const { exchange, symbol, side, quantity, price, timeInForce } = options;
    const order = await bot.call('orders.place', {
      body: {
        exchange: exchange.toLowerCase(),
        symbol: symbol.toUpperCase(),
        side,
        quantity,
        type: price === undefined ? 'market' : 'limit',
        ...(price !== undefined && { price }),
        ...(timeInForce && { time_in_force: timeInForce }),
      },
    });
    print.rows(order, orderColumns, [order]);
  });
  return withExamples(command, [
    ['triquad orders place --exchange binance --symbol BTC/USDT --side buy --quantity 0.01', 'at the market'],
    ['triquad orders place --exchange kraken --symbol ETH/BTC --side sell --quantity 1 --price 0.0523', 'at a price'],
  ]);
}
