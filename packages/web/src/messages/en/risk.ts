export const risk = {
  risk: {
    unavailable: 'This bot does not report its risk',
    limitNames: {
      capital_per_route: 'Capital of one route',
      total_capital: 'Capital in all',
      simultaneous_executions: 'Executions at once',
      position: 'Position',
      daily_volume: 'Bought today',
      cooldown: 'Rest after a failure',
      daily_drawdown: 'Drawdown today',
      stop_loss: 'Stop loss',
    },
    notToday: 'not today',
    fullAt: (time: string) => `full ${time}`,
    fullAtHint: 'When it is full at the pace of today',
    used: (used: string, limit: string) => `${used} of ${limit}`,
    breakerNames: {
      consecutive_failures: 'Failures in a row',
      reject_rate: 'Refused orders',
      clock_skew: 'Clock',
      stale_data: 'Stale data',
      event_loop_lag: 'Slow process',
    } as Readonly<Record<string, string>>,
    resumes: { itself: 'Resumes by itself once its cause is gone.', operator: 'Waits for an operator.' },
  },
};
