import { plural } from './plural.ts';

export const band = {
  band: {
    label: 'State of the bot',
    bar: 'Stop and kill switch',
    since: (time: string) => `since ${time}`,
    confirmedNow: 'confirmed now',
    confirmed: (age: string) => `confirmed ${age} ago`,
    lastConfirmed: (age: string) => `last confirmed ${age} ago`,
    unconfirmed: (state: string, time: string) => `${state} at ${time}, unknown since`,
    trading: {
      active: 'Trading active',
      reducing: 'Trading reducing',
      halted: 'Trading halted',
      killed: 'Trading killed',
    },
    lets: {
      active: 'everything passes that fits in the limits',
      reducing: 'only what lowers exposure passes',
      halted: 'only cancels and liquidation pass; after a kill only cancels',
      killed: 'only cancels pass, and a flatten that is confirmed',
    },
    nearest: 'Nearest limit',
    today: 'Today',
    residual: (usd: string) => `realised · ${usd} residual`,
    needs: (count: number) => plural(count, 'needs you', 'need you'),
  },
  attention: {
    title: 'Needs you',
    none: 'Nothing needs you',
    noneHint: 'Limits, residual positions, accounts, circuit breakers, alerts and the connection are in order.',
    since: (time: string) => `since ${time}`,
    kill_unconfirmed: 'The kill is not confirmed',
    kill_unconfirmedHint: (tries: number) =>
      `Sent ${plural(tries, 'time', 'times')}. Stop the bot at its machine if you can.`,
    halted: 'The bot is halted',
    connection_lost: 'The bot does not answer',
    connection_stale: 'The bot has been silent for a moment',
    connectionHint: (time: string) => `All figures are as of ${time}.`,
    connectionHintNever: 'Nothing is known of it yet.',
    bot_error: 'The bot reports an error',
    bot_errorHint: 'Logs say what failed.',
    reducing: 'Only orders that lower exposure are sent',
    breaker: (name: string) => `Circuit breaker: ${name}`,
    residual: (amount: string, exchange: string) => `${amount} left on ${exchange}`,
    residualHint: (value: string) => `Worth ${value}. Routes through the asset wait until it is sold or kept.`,
    difference: (amount: string, exchange: string) => `${exchange} differs from the ledger: ${amount}`,
    differenceHint: (value: string, halted: boolean) =>
      `${value}. ${halted ? 'Nothing explains it: the account is halted.' : 'Trading goes on.'} An administrator may accept it.`,
    account: {
      down: (exchange: string) => `${exchange} is down`,
      halted: (exchange: string) => `${exchange} is halted`,
      unverified: (exchange: string) => `${exchange}: account not compared`,
    },
    limit: (name: string, share: string) => `${name} at ${share}`,
    limitHint: (used: string) => `${used}. When it is full, nothing that needs it is executed.`,
  },
};
