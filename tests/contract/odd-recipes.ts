import type { RouteName } from '@triquad/core/contract';
import type { Chance } from './chance.ts';
import { type Known, oddWord } from './odd-values.ts';

/** Bodies that a bot may well take: what they lead to is what the odd calls after them meet. */
type Recipe = (chance: Chance, known: Known) => unknown;

const AMOUNTS = [0.01, 1, 10, 100, 1_000, 1e9];
const opportunity = (chance: Chance, known: Known) => oddWord(chance, known, 'opportunities');

const config: Recipe = (chance) => ({
  name: chance.pick(['Careful', 'Bold', 'Ünïcode 💥', "O'Hara; DROP TABLE config"]),
  mode: chance.happens(0.9) ? 'paper' : 'live',
  enabled_exchanges: chance.pick([['binance'], ['binance', 'okx', 'kraken'], ['kucoin', 'nobody']]),
  trading_pairs: chance.happens(0.8) ? [] : ['BTC/USDT', 'ETH/BTC', 'ETH/USDT'],
  min_profit_threshold: chance.pick([0, 0.01, 0.05, 100]),
  max_capital_per_route: chance.pick(AMOUNTS),
  total_capital: chance.pick(AMOUNTS),
  max_concurrent_orders: 1 + chance.below(5),
  max_daily_drawdown_pct: chance.pick([0, 0.001, 5, 100]),
  enable_triangular: chance.happens(0.9),
  enable_quadrangular: chance.happens(0.5),
  auto_execute: chance.happens(0.5),
  by_hand: chance.pick([{}, { binance: ['TRI'] }, { okx: ['QUAD'], kraken: ['TRI', 'QUAD'] }]),
  risk: {
    assets: chance.happens(0.3) ? { BTC: { max_position: 1, max_daily_volume: chance.pick(AMOUNTS) } } : {},
    cooldown_after_failure_seconds: chance.pick([0, 0, 60]),
    stop_loss_pct: chance.pick([0, 10, 100]),
    ...(chance.happens(0.5)
      ? { max_unwind_loss_pct: chance.pick([0, 1, 100]), max_profit_pct: chance.pick([0, 3]) }
      : {}),
  },
});

const order: Recipe = (chance) => {
  const type = chance.pick(['limit', 'market'] as const);
  return {
    exchange: chance.pick(['binance', 'kraken', 'okx']),
    symbol: chance.pick(['BTC/USDT', 'ETH/USDT']),
    side: chance.pick(['buy', 'buy', 'sell']),
    type,
    quantity: chance.pick([0.001, 0.01, 0.1]),
    ...(type === 'limit' ? { price: chance.pick([1_000, 50_000, 200_000]) } : {}),
    ...(chance.happens(0.3) ? { time_in_force: chance.pick(['GTC', 'IOC', 'FOK']) } : {}),
  };
};

const start: Recipe = (chance) => (chance.happens(0.5) ? { min_profit_threshold: 0.05 } : {});

const backtest: Recipe = (chance) => ({
  name: 'a',
  start_date: '2026-01-01T00:00:00.000Z',
  end_date: `2026-01-01T00:0${chance.below(3)}:00.000Z`,
  initial_capital: 10_000,
  exchanges: ['binance'],
  min_profit_threshold: 0.5,
  max_position_size: 1_000,
  max_slippage: 0.5,
  enable_triangular: true,
  enable_quadrangular: chance.happens(0.2),
});

const recipes: Readonly<Partial<Record<RouteName, Recipe>>> = {
  'bot.start': start,
  'bot.restart': start,
  'bot.stop': (chance) => ({ cancel_orders: chance.happens(0.5) }),
  'bot.kill': () => ({ reason: 'drill' }),
  'config.create': config,
  'config.update': (chance, known) => ({ ...Object(config(chance, known)), version: 1 + chance.below(3) }),
  'orders.place': order,
  'orders.preview': (chance, known) => ({ opportunity_id: opportunity(chance, known), amount: chance.pick(AMOUNTS) }),
  'orders.execute': (chance, known) => ({
    opportunity_id: opportunity(chance, known),
    ...(chance.happens(0.5) ? { amount: chance.pick(AMOUNTS) } : {}),
    dry_run: chance.happens(0.8),
  }),
  'exchanges.save': (chance) => ({ api_key: chance.pick(['k1', 'k2']), api_secret: 's', passphrase: 'p' }),
  'telegram.save': () => ({ enabled: false, bot_token: '123456789:AAabcdefghijklmnopqrstuvwxyz', chat_id: '7' }),
  'email.save': () => ({ enabled: false, smtp_host: '127.0.0.1', from_email: 'a@b.c', to_email: 'd@e.f' }),
  'accounts.differences.accept': () => ({ reason: 'my own deposit', confirm: true }),
  'risk.stranded.resolve': (chance) => ({ action: chance.pick(['sell', 'keep']), confirm: true }),
  'backtest.run': backtest,
};

/** A body that the call may well take, or null where nothing is known of it. */
export function likelyBody(name: RouteName, chance: Chance, known: Known): { readonly value: unknown } | null {
  const recipe = recipes[name];
  return recipe === undefined ? null : { value: recipe(chance, known) };
}
