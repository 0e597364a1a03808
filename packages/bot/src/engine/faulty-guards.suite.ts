import type { BreakerSettings } from '../model/breaker-settings.ts';
import type { Fact } from '../model/event.ts';

type Guarded = {
  readonly breakers: BreakerSettings;
  /** Percent below the base; null where money comes and goes otherwise than by trading. */
  readonly stopLossPct: number | null;
};

/** Reads the facts of a life once more: whether each guard has fired when it should have, and nothing was begun past it. One line each. */
export const breachesOfGuards = (facts: readonly Fact[], { breakers, stopLossPct }: Guarded): readonly string[] => {
  const breaches: string[] = [];
  const tripped = new Set<string>();
  const haltedAccounts = new Set<string>();
  const { count: most } = breakers.consecutive_failures;
  let [failures, isHalted] = [0, false];
  let base: number | null = null;
  let equity: number | null = null;
  let corrected: string | null = null;
  /** What must happen before anything is begun. */
  const due = (): string | null => {
    if (corrected !== null && !haltedAccounts.has(corrected))
      return 'a fill was taken back and the account is not halted';
    if (haltedAccounts.size > 0) return `${[...haltedAccounts]} is halted`;
    if (failures >= most && !tripped.has('consecutive_failures')) return `${failures} failures in a row trip nothing`;
    if (tripped.size > 0) return `${[...tripped]} is tripped`;
    if (isHalted) return 'the bot is halted';
    const lost = base !== null && equity !== null && base > 0 ? ((base - equity) / base) * 100 : 0;
    return stopLossPct !== null && lost >= stopLossPct ? `${lost} % are lost` : null;
  };
  for (const [at, fact] of facts.entries()) {
    switch (fact.type) {
      case 'ExecutionStarted': {
        const reason = due();
        if (reason !== null) breaches.push(`fact ${at + 1} begins an execution although ${reason}`);
        break;
      }
      case 'ExecutionFinished':
        // What failed otherwise may have failed because the price had gone, which counts for nothing.
        if (fact.status === 'completed') failures = 0;
        else if (fact.status !== 'failed') failures++;
        break;
      case 'BreakerTripped':
        tripped.add(fact.name);
        break;
      case 'BreakerReset':
        tripped.delete(fact.name);
        if (fact.name === 'consecutive_failures') failures = 0;
        break;
      case 'AccountHalted':
        haltedAccounts.add(fact.exchange);
        break;
      case 'AccountReleased':
        haltedAccounts.delete(fact.exchange);
        corrected = null;
        break;
      case 'FillCorrected':
        corrected = fact.exchange;
        break;
      case 'BotHalted':
        isHalted = true;
        break;
      case 'MarketOpened':
        // What is held is worth something else under other prices: losses are counted from the first mark under them.
        base = null;
        equity = null;
        break;
      case 'HaltReset':
        isHalted = false;
        base = equity;
        break;
      case 'EquityMarked':
        equity = fact.equity_usd;
        base ??= equity;
    }
  }
  return breaches;
};
