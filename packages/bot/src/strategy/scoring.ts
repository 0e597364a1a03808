/** How much or how little of something. */
export type Level = 'low' | 'medium' | 'high';

/** A level and the sentences that explain it. */
export type Score = { level: Level; reasons: string[] };

/** What the liquidity of a leg is judged by, in base. */
export type LegLiquidity = { market: string; quantity: number; depthWithinTenthPercent: number };

/** What the risk of a sized route is judged by. */
export type RiskFacts = {
  legs: number;
  /** Profit after fees, percent. */
  profitPct: number;
  /** Fees of all legs, percent. */
  feesPct: number;
  /** Age of the oldest book, milliseconds. */
  oldestBookMs: number;
  /** Greatest standard deviation of a leg's mid price over the last minute, percent; null when too few prices were seen. */
  volatilityPct: number | null;
  /** Share of this route's past executions that filled whole, 0 to 1; null when it has none. */
  fillRate: number | null;
};

/** Liquidity by the leg that has least: its depth within 0.1 % of the best price is under 2× its quantity (low), under 5× (medium) or more (high). */
export function scoreLiquidity(legs: readonly LegLiquidity[]): Score {
  const cover = ({ quantity, depthWithinTenthPercent }: LegLiquidity): number => depthWithinTenthPercent / quantity;
  const [thinnest] = legs.toSorted((a, b) => cover(a) - cover(b));
  if (thinnest === undefined) return { level: 'low', reasons: ['no legs'] };
  const times = cover(thinnest);
  const level = times < 2 ? 'low' : times < 5 ? 'medium' : 'high';
  return { level, reasons: [`${thinnest.market} has ${times.toFixed(1)}× the quantity within 0.1 %`] };
}

/**
 * Risk by points, of which 0 to 2 are low, 3 or 4 medium and more high: one for a fourth leg; one for a profit below the fees, two below
 * a quarter of them; one for a book older than 250 ms, two above 750 ms; one for prices that move by half of the profit in a minute,
 * two by all of it; one for a fill rate under 90 %, two under 60 %; one for each of the last two that is unknown.
 */
export function scoreRisk(facts: RiskFacts): Score {
  const { legs, profitPct, feesPct, oldestBookMs, volatilityPct, fillRate } = facts;
  const points: [number, string][] = [
    [legs > 3 ? 1 : 0, `${legs} legs`],
    [grade(profitPct / feesPct, 1, 0.25), `a profit of ${profitPct.toFixed(2)} % over fees of ${feesPct.toFixed(2)} %`],
    [grade(-oldestBookMs, -250, -750), `a book ${Math.round(oldestBookMs)} ms old`],
    volatilityPct === null
      ? [1, 'volatility unknown']
      : [grade(-volatilityPct / profitPct, -0.5, -1), `prices that move by ${volatilityPct.toFixed(2)} % a minute`],
    fillRate === null
      ? [1, 'no past executions']
      : [grade(fillRate, 0.9, 0.6), `${Math.round(100 * fillRate)} % of past executions filled`],
  ];
  const total = points.reduce((sum, [weight]) => sum + weight, 0);
  const reasons = points.filter(([weight]) => weight > 0).map(([, reason]) => reason);
  return { level: total <= 2 ? 'low' : total <= 4 ? 'medium' : 'high', reasons };
}

/** Points for falling below a first and a second mark. */
function grade(value: number, first: number, second: number): number {
  if (value < second) return 2;
  return value < first ? 1 : 0;
}
