import type { Provenance } from '@triquad/core/contract';
import type { EquityMarked } from '../model/equity-event.ts';
import type { Fact } from '../model/event.ts';
import { provenanceUnder } from '../model/provenance.ts';
import type { JournalledState } from '../model/state.ts';
import { sourced } from '../model/usd.ts';
import type { Ledger } from '../portfolio/ledger.ts';
import { type MoneyMark, moneyBetween } from '../portfolio/money.ts';
import { type Check, fail, ok } from './check.ts';

/** A mark is a sum of doubles: by so much of itself it may be off. */
const DOUBLE_ERROR = 1e-9;
const REPORT = 'stop the bot and report this: the figures cannot be trusted';

/** Holds each mark of the equity against the ledger, and says what explains its change. */
export function createMoneyCheck() {
  let first: MoneyMark | null = null;
  let last: MoneyMark | null = null;
  let wrong: string | null = null;
  let account: string | null = null;
  let provenance: Provenance | null = null;
  return {
    hear(fact: Fact, ledger: Ledger, { money, market }: JournalledState): void {
      if (fact.type !== 'EquityMarked' || fact.prices === undefined) return;
      wrong ??= disagreement(fact, ledger);
      const parts = money.get(fact.mode)?.marked?.parts.at(-1);
      if (parts === undefined) return;
      last = { ...parts, equity_usd: fact.equity_usd };
      // Equity is counted apart for each mode and each wallet.
      const own = `${fact.mode} ${market?.wallet ?? ''}`;
      first = first !== null && own === account ? first : last;
      account = own;
      provenance = provenanceUnder(market ?? {}, fact.mode);
    },
    verdict(): Check {
      const name = 'equity';
      if (wrong !== null) return fail(name, wrong, REPORT);
      if (first === null || last === null) return ok(name, 'no mark names its prices yet');
      const { change, realised, unrealised, dust, holdings, flows } = moneyBetween(first, last);
      const parts = Object.entries({ realised, unrealised, dust, holdings, flows });
      const told = parts.map(([part, usd]) => `${part} ${signed(usd ?? 0)}`).join(', ');
      return ok(
        name,
        `${sourced(`${signed(change)} USD`, provenance)} since ${new Date(first.at).toISOString()}: ${told}`,
      );
    },
  };
}

/** What the mark says otherwise than the ledger; null where they agree. */
function disagreement({ mode, equity_usd, by_exchange, prices, unpriced = [], at }: EquityMarked, ledger: Ledger) {
  let worth = 0;
  const time = new Date(at).toISOString();
  for (const exchange of Object.keys(by_exchange)) {
    for (const [asset, amount] of ledger.holdings(mode, exchange)) {
      const price = prices?.[asset];
      const outside = unpriced.find((one) => one.exchange === exchange && one.asset === asset);
      if (price !== undefined) worth += amount.multipliedBy(price).toNumber();
      else if (!amount.isZero() && !amount.isEqualTo(outside?.amount ?? 0))
        return `the mark of ${time} leaves out ${amount.toFixed()} ${asset} on ${exchange}`;
    }
  }
  if (Math.abs(worth - equity_usd) <= DOUBLE_ERROR * (1 + Math.abs(worth))) return null;
  return `the mark of ${time} says ${equity_usd} USD, the accounts hold ${worth.toFixed(2)}`;
}

const signed = (usd: number): string => `${usd < 0 ? '-' : '+'}${Math.abs(usd).toFixed(2)}`;
