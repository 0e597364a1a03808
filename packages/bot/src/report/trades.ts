import { isCounted, type ReportRecord } from '@triquad/core/contract';
import { amount, figureOf, money, none, number } from '@triquad/core/format';
import { type Step, waterfallChart } from './charts.ts';
import { drawn } from './drawing.ts';
import { type Html, html } from './html.ts';

type Trade = ReportRecord['trades'][number];

/** The best and the worst trade, leg by leg; of a single one that alone. */
export function extremes(trades: readonly Trade[]): Html | null {
  const told = trades.filter(({ profit, expected_profit }) => profit !== null && expected_profit !== null);
  const [worst, ...rest] = told.toSorted((one, other) => (one.profit ?? 0) - (other.profit ?? 0));
  const best = rest.at(-1);
  if (worst === undefined) return null;
  return html`<div class="pair">${best === undefined ? null : trade('Best trade, leg by leg', best)}${trade(best === undefined ? 'The trade, leg by leg' : 'Worst trade, leg by leg', worst)}</div>`;
}

const gainOf = (of: Trade, value: number | null, digits = 2): string =>
  money(figureOf(of, value), { digits, sign: true });

function trade(title: string, of: Trade): Html {
  const summary = `${of.entry_time.slice(0, 19).replace('T', ' ')}, ${of.exchange}, ${of.symbols.join('→')}: ${gainOf(of, of.expected_profit)} was planned after fees, ${gainOf(of, of.profit)} was made.`;
  const legs = of.legs.map(
    ({ market, side, expected_price, price, quantity, fee, fee_asset, unwind, ms }) =>
      html`<tr><td>${unwind ? 'unwound' : side} ${market}</td><td class="n">${amount(expected_price)}</td><td class="n">${amount(price)}</td><td class="n">${amount(quantity)}</td><td class="n">${fee === null ? none : `${amount(fee)} ${fee_asset ?? ''}`}</td><td class="n">${number(ms)}</td></tr>`,
  );
  const picture = drawn(
    `${title}: ${summary}`,
    waterfallChart(stepsOf(of), (value, digits) => gainOf(of, value, digits)),
    ['narrow'],
  );
  return html`<figure><figcaption><h2>${title}</h2><p>${summary}</p></figcaption>${picture}
<div class="scroll"><table><thead><tr><th>Leg</th><th class="n">Planned at</th><th class="n">Price</th><th class="n">Quantity</th><th class="n">Fee</th><th class="n">ms</th></tr></thead><tbody>${legs}</tbody></table></div></figure>`;
}

/** From what was planned to what was made: what the price of each leg changed, then all else. The steps add up. */
export function stepsOf({ expected_profit, profit, capital, legs }: Trade): readonly Step[] {
  const planned = expected_profit ?? 0;
  const made = profit ?? 0;
  let level = planned;
  const step = (name: string, change: number): Step => {
    level += change;
    return { name, from: level - change, to: level, isTotal: false };
  };
  const prices = legs.flatMap(({ leg, side, price, expected_price, unwind }) => {
    if (unwind || !price || !expected_price || capital === null) return [];
    return step(`leg ${leg}`, capital * ((side === 'buy' ? expected_price / price : price / expected_price) - 1));
  });
  return [
    { name: 'planned', from: 0, to: planned, isTotal: true },
    ...prices,
    step('other', made - level),
    { name: 'made', from: 0, to: made, isTotal: true },
  ];
}

type Route = { name: string; trades: number; profit: number; win_rate: number };
const mostRoutes = 12;

/** Profit by route, the routes that moved most first; the rest of many as one row, so that they add up to the net profit. */
export function routesOf(trades: readonly Trade[]): readonly Route[] {
  const profits = new Map<string, number[]>();
  for (const { symbols, profit } of trades.filter(isCounted)) {
    const name = symbols.join('→');
    profits.set(name, [...(profits.get(name) ?? []), profit]);
  }
  const rowOf = (name: string, own: readonly number[]): Route => ({
    ...{ name, trades: own.length, profit: sum(own) },
    win_rate: (100 * own.filter((profit) => profit > 0).length) / own.length,
  });
  const routes = [...profits].sort(([, one], [, other]) => Math.abs(sum(other)) - Math.abs(sum(one)));
  const shown = routes.length > mostRoutes ? mostRoutes - 1 : mostRoutes;
  const rest = routes.slice(shown);
  const rows = routes.slice(0, shown).map(([name, own]) => rowOf(name, own));
  if (rest.length === 0) return rows;
  const others = rest.flatMap(([, own]) => own);
  return [...rows, rowOf(`${number(rest.length)} other routes`, others)];
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

type Sums = { readonly gross: number; readonly fees: number; readonly slippage: number; readonly net: number };

/**
 * From what was planned before fees to the net profit, in whole cents of USD: gross - fees - slippage = net. Slippage is all by which it came
 * to less than planned: prices, lots and dust. Null where a trade has no plan or its fees have no price, and without a trade.
 */
export function sumsOf(trades: readonly Trade[]): Sums | null {
  const counted = trades.filter(isCounted);
  const known = counted.flatMap(({ profit, expected_profit, fees }) =>
    expected_profit === null || fees === null ? [] : [{ profit, planned: expected_profit, fees }],
  );
  if (counted.length === 0 || known.length < counted.length) return null;
  const net = cents(sum(known.map(({ profit }) => profit)));
  const fees = cents(sum(known.map((one) => one.fees)));
  const slippage = cents(cents(sum(known.map(({ planned }) => planned))) - net);
  return { gross: cents(net + slippage + fees), fees, slippage, net };
}

/** Never a negative zero. */
const cents = (usd: number): number => Math.round(usd * 100) / 100 + 0;
