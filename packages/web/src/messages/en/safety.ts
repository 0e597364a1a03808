export const safety = {
  /** States, circuit breakers and residual positions. */
  safety: {
    title: 'Risk',
    states: { active: 'Active', reducing: 'Reducing', halted: 'Halted' },
    stateHints: {
      active: 'Everything passes that fits in the limits.',
      reducing: 'Only what lowers exposure passes.',
      halted: 'Only cancels and unwinding orders pass; after a kill only cancels.',
    },
    since: (when: string) => `since ${when}`,
    limits: 'Limits',
    breakers: 'Circuit breakers',
    noneTripped: 'None has tripped',
    reset: 'Reset',
    resetOf: (name: string) => `Reset the breaker: ${name}`,
    residuals: 'Residual positions',
    noResidual: 'Nothing is left',
    worth: (amount: string, asset: string, exchange: string, value: string) =>
      `${amount} ${asset} on ${exchange}, worth ${value}`,
    wayOut: (order: string, path: string, loss: string) => `Way out: ${order} (${path}), costs about ${loss}`,
    noWayOut: 'No trusted book takes it now',
    left: (reason: string) => `Left because ${reason}.`,
    resale: 'While the bot runs, it looks each minute for a way out within the bound and sells by it.',
    sell: 'Sell',
    keep: 'Keep',
    sellOf: (what: string) => `Sell ${what}`,
    keepOf: (what: string) => `Keep ${what} as a position`,
    sellTitle: 'Sell residual positions',
    sellBody: (what: string, way: string) =>
      `${what}. ${way}. The price is capped: what cannot be sold within the bound stays a residual position.`,
    keepTitle: 'Keep it as a position',
    keepBody: (what: string) => `${what}. It stays in the wallet as a position, and routes may use the asset again.`,
  },
};
