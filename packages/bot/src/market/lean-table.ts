import type { Instrument } from '../model/instrument.ts';
import type { Fees } from './exchange-lists.ts';

/** Exchanges of which the table's smallest order is in quote, not in base. */
const minimumInQuote = ['binance', 'binanceus'];

/** Reads the rows of Lean's symbol table of cryptocurrencies; null for a row of another kind. */
export function readLeanTable(text: string, fees: Fees): (Instrument | null)[] {
  const [, ...lines] = text.trimEnd().split('\n');
  return lines.map((line) => {
    const [exchange = '', ticker = '', type, , quote = '', , tickSize, lotStep, , minimum] = line.trimEnd().split(',');
    const base = ticker.slice(0, -quote.length);
    if (type !== 'crypto' || quote === '' || base === '' || base + quote !== ticker) return null;
    const isInQuote = minimumInQuote.includes(exchange);
    return {
      exchange,
      symbol: `${base}/${quote}`,
      base,
      quote,
      tickSize: Number(tickSize),
      lotStep: Number(lotStep),
      minQuantity: isInQuote ? 0 : Number(minimum || 0),
      minNotional: isInQuote ? Number(minimum || 0) : 0,
      ...fees(exchange),
    };
  });
}
