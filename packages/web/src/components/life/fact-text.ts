import { figureOf, type Sourced } from '@triquad/core';
import type { Life } from '@triquad/core/contract';
import { exact, money, number } from '../../messages/format.ts';
import type { Messages } from './use-messages.ts';

type Said = Life['facts'][number];
type Value = Said['says'][string];

const ofDollars: readonly string[] = ['usd_value', 'fees_usd'];

/** A fact in words: leg and trade first, then each other figure with its name. */
export const factText = (messages: Messages, { leg, says }: Pick<Said, 'leg' | 'says'>, life: Sourced): string => {
  const { life: text } = messages;
  const places = Object.keys(text.said);
  const { side, quantity, symbol, price, quote_quantity, amount, asset, purpose, ...others } = says;
  const quote = String(symbol ?? '').split('/')[1] ?? '';
  const order = [text.side[String(side)] ?? side, exact(String(quantity ?? '')), symbol];
  return [
    leg === null ? '' : purpose === 'unwind' ? text.unwinding(number(leg)) : text.leg(number(leg)),
    [
      ...(side === undefined ? [] : order),
      ...(price === undefined ? [] : [text.atPrice(exact(String(price)))]),
      ...(quote_quantity === undefined ? [] : [text.forQuote(`${exact(String(quote_quantity))} ${quote}`)]),
    ].join(' '),
    amount === undefined ? '' : `${exact(String(amount))} ${asset ?? ''}`,
    ...Object.entries(others)
      .sort(([one], [other]) => places.indexOf(one) - places.indexOf(other))
      .map(([name, value]) => named(messages, name, value, life)),
  ]
    .filter((part) => part.trim() !== '')
    .join(' · ');
};

const named = ({ life: text, header }: Messages, name: string, value: Value, life: Sourced): string => {
  if (name === 'mode') return value === 'live' ? header.live : '';
  const label = text.said[name] ?? name.replaceAll('_', ' ');
  const said = text.trigger[String(value)] ?? exact(String(value));
  return `${label} ${ofDollars.includes(name) ? money(figureOf(life, Number(value))) : said}`.trim();
};
