import { addressesOf } from './market/facts/addresses.ts';
import { agesInWords } from './market/facts/ages.ts';
import { exchangeFacts } from './market/facts/facts.ts';
import { CannotStart } from './model/cannot-start.ts';
import { realClock } from './model/clock.ts';
import { checkExchange as check } from './venues/exchange/check.ts';
import { exchanges } from './venues/exchange/exchanges.ts';
import type { Finding } from './venues/exchange/finding.ts';
import { proxyFor } from './venues/exchange/proxy.ts';

/** What to look at, for so many seconds. `place`: region or addresses, as `addressesOf` takes them; left out, the usual region. */
export interface ExchangeCheck {
  readonly name: string;
  readonly place?: string | undefined;
  readonly seconds: number;
  /** Told as each is known. */
  found(finding: Finding): void;
}

/** Compares what an exchange does with what the bot expects of it, by public calls alone. @throws CannotStart for one that is unknown. */
export async function checkExchange({ name, place, seconds, found }: ExchangeCheck): Promise<void> {
  const dialectOf = exchanges.get(name);
  if (dialectOf === undefined)
    throw new CannotStart(`there are no live prices of ${name}, only of ${[...exchanges.keys()].join(', ')}`, 2);
  const facts = exchangeFacts.get(name);
  if (facts) {
    found({ subject: 'address', found: addressInWords(name, place), expected: null });
    found({ subject: 'facts', found: agesInWords(facts, realClock.now()), expected: null });
  }
  await check({ dialect: dialectOf({ clock: realClock, place }), clock: realClock, seconds, found });
}

/** `calls www.okx.com port 443, sockets ws.okx.com port 443`, and the proxy that they go through. */
const addressInWords = (name: string, place: string | undefined): string => {
  const { rest, stream } = addressesOf(name, place);
  const proxy = proxyFor(rest);
  const sockets = stream === null ? 'sockets where it says' : `sockets ${hostOf(stream)}`;
  return `calls ${hostOf(rest)}, ${sockets}${proxy === null ? '' : `, through the proxy ${proxy}`}`;
};

const hostOf = (address: string): string => {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname} port ${port || (/^(https|wss):$/.test(protocol) ? 443 : 80)}`;
};
