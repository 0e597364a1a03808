import { CannotStart } from './model/cannot-start.ts';
import { realClock } from './model/clock.ts';
import { checkExchange as check } from './venues/exchange/check.ts';
import { exchanges } from './venues/exchange/exchanges.ts';
import type { Finding } from './venues/exchange/finding.ts';

/** What to look at, for so many seconds. `url`: where the exchange is reached, if not at its own address. */
export interface ExchangeCheck {
  readonly name: string;
  readonly url?: string | undefined;
  readonly seconds: number;
  /** Told as each is known. */
  found(finding: Finding): void;
}

/** Compares what an exchange does with what the bot expects of it, by public calls alone. @throws CannotStart for one that is unknown. */
export async function checkExchange({ name, url, seconds, found }: ExchangeCheck): Promise<void> {
  const dialectOf = exchanges.get(name);
  if (dialectOf === undefined)
    throw new CannotStart(`there are no live prices of ${name}, only of ${[...exchanges.keys()].join(', ')}`, 2);
  await check({ dialect: dialectOf({ clock: realClock, place: url }), clock: realClock, seconds, found });
}
