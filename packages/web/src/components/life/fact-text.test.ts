import { expect, test } from 'vitest';
import { history } from '../../messages/en/history.ts';
import { shell } from '../../messages/en/shell.ts';
import { factText } from './fact-text.ts';
import type { Messages } from './use-messages.ts';

const says = (said: Record<string, string | number>, leg: number | null = null): string =>
  factText({ ...shell, ...history } as unknown as Messages, { leg, says: said }, { provenance: null });

test('a fact of an order is its leg and the trade, and what else it says with its name', () => {
  const order = { side: 'buy', quantity: '1521.2', symbol: 'DYDX/USDT' };
  expect(says({ ...order, mode: 'paper', purpose: 'leg', price: '0.65626' }, 1)).toBe(
    'Leg 1 · buy 1,521.2 DYDX/USDT at 0.65626',
  );
  expect(says({ ...order, mode: 'live', quote_quantity: '997.947754', usd_value: 997.947754 }, 1)).toBe(
    'Leg 1 · buy 1,521.2 DYDX/USDT for 997.947754 USDT · LIVE · worth $997.95',
  );
  expect(says({ ...order, side: 'sell', purpose: 'unwind', price: '0.65' }, 2)).toBe(
    'Unwinding of leg 2 · sell 1,521.2 DYDX/USDT at 0.65',
  );
  expect(says({ status: 'cancelled', reason: 'nothing to be had at its price' }, 3)).toBe(
    'Leg 3 · cancelled · nothing to be had at its price',
  );
  expect(says({}, 1)).toBe('Leg 1');
  expect(says({ asset: 'BNB', amount: '0.002' }, 1)).toBe('Leg 1 · 0.002 BNB');
});

test('a fact of an execution names each figure, and one that is not known by its own name', () => {
  expect(says({ start_amount: '999.3', expected_end: '1002.0', trigger: 'automatic', config_version: 1 })).toBe(
    'starts with 999.3 · expects 1,002 · started by the bot · configuration 1',
  );
  expect(says({ status: 'completed', profit: '-2.5', fees_usd: 3.004 })).toBe('completed · profit −2.5 · fees $3.00');
  expect(says({ next_word: 'new' })).toBe('next word new');
  expect(says({})).toBe('');
});
