import { amount, type ClientState, selectCan } from '@triquad/core';
import type { Trade } from '@triquad/core/contract';
import { indented, type Line, span } from '../cells.ts';
import { quantity, shortId } from '../figures.ts';
import type { KillDialog } from '../screen-state.ts';
import { allOf, legText } from '../views/executions.ts';

const named = 9;
const quantityWidth = 8;

/** Consequences of the kill switch: cancelled orders, open remainders, and its duration. `place`: the bot. */
export function killLines({ reason, isTyping }: KillDialog, state: ClientState, place: string, width: number) {
  if (!selectCan('bot.kill')(state)) {
    return indented(
      'This bot has no kill switch of its own: it is stopped, and its pending orders are cancelled.',
      width,
    );
  }
  const parts = [
    ['now', cancelled(state)],
    ['then', stopped(state)],
    ['after', 'halted until you lift it (U), also over a restart'],
  ] as const;
  const lines: readonly Line[] = [
    ...indented(`Stops trading on ${place} at once and halts it.`, width),
    ...parts.flatMap(([name, text]) =>
      indented(text, width - named).map((line, at) => [span(`  ${at === 0 ? name : ''}`.padEnd(named)), ...line]),
    ),
    ...indented('Repeated until the bot confirms it.', width),
    [
      span('  Reason, optional '),
      span(`[ ${reason}${isTyping ? '_' : ''} ]`, isTyping ? 'strong' : 'quiet'),
      span(isTyping ? '  Enter takes it' : '  r types it', 'quiet'),
    ],
  ];
  return lines;
}

const others = (count: number): string => (count === 0 ? '' : `, and ${count} more`);

function cancelled({ orders }: ClientState): string {
  const working = orders.items.filter(({ status }) => status === 'pending');
  const [first] = working;
  if (first === undefined) return 'no order is working';
  const { id, symbol, side, quantity, filled_quantity } = first;
  const rest = quantity === null ? '' : `, ${amount(exact(quantity - (filled_quantity ?? 0)))} unfilled`;
  return `cancels ${shortId(id)}, ${symbol} ${side}${rest}${others(working.length - 1)}`;
}

function stopped(state: ClientState): string {
  const running = allOf(state).filter(({ status }) => status === 'pending');
  const [first] = running;
  if (first === undefined) return 'no execution runs: nothing is left behind';
  const held = heldBy(first).map(([asset, sum]) => `${quantity(sum)(quantityWidth)} ${asset}`);
  const left = held.length === 0 ? 'nothing is bought yet' : `about ${held.join(' and ')} stay as residual positions`;
  return `${shortId(first.id)} stops in ${legText(first)}: ${left}${others(running.length - 1)}`;
}

// Sums of quantities that both came as numbers: what their last digits add is noise.
const exact = (value: number): number => Number(value.toPrecision(12));

/** Amounts that its fills hold, before fees, without the start currency. */
function heldBy({ legs, symbols }: Trade): readonly (readonly [asset: string, quantity: number])[] {
  const held = new Map<string, number>();
  const add = (asset: string, quantity: number) => held.set(asset, exact((held.get(asset) ?? 0) + quantity));
  for (const { market, side, quantity, price } of legs) {
    const [base = '', quote = ''] = market.split('/');
    if (quantity === null || price === null) continue;
    const sign = side === 'buy' ? 1 : -1;
    add(base, sign * quantity);
    add(quote, -sign * quantity * price);
  }
  held.delete(symbols[0] ?? '');
  return [...held].filter(([, quantity]) => quantity > 0);
}
