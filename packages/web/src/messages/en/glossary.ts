/** The words of the trade, each in one or two sentences; the keys are the anchors of the glossary. */
export const glossary = {
  glossary: {
    title: 'Glossary',
    intro: 'The words that the screens use. A dotted underline marks them there: point at one, or press Enter on it.',
    terms: {
      arbitrage: {
        term: 'Arbitrage',
        text: 'Earning from prices that do not fit together: the same money is changed along a cycle of markets and comes back as more.',
      },
      balance: {
        term: 'Reserved',
        text: 'The part of a balance that running executions and open orders hold. The rest is free.',
      },
      breaker: {
        term: 'Breaker',
        text: 'A check that blocks new executions while its cause lasts, for example after five failures in a row. Running executions finish.',
      },
      cooldown: {
        term: 'Cooldown',
        text: 'A pause after a failure: of the route when nothing was bought, of the whole exchange after a loss.',
      },
      dislocation: {
        term: 'Dislocation',
        text: 'One move of a market that makes prices disagree. It makes many cycles profitable at once, of which one can be taken.',
      },
      doubtedProfit: {
        term: 'Doubted profit',
        text: 'More is promised than the settings believe, 3 % unless they say otherwise: the books are read again before anything is executed.',
      },
      drawdown: {
        term: 'Drawdown',
        text: 'How far equity is below its highest value so far, in percent. Deposits and withdrawals do not count.',
      },
      dust: {
        term: 'Dust',
        text: 'What rounding to whole lots leaves in the wallet. It is yours, but too little for an order.',
      },
      equity: {
        term: 'Equity',
        text: 'The value in USD of everything held on the exchanges, at the present prices of the books.',
      },
      fillRate: {
        term: 'Fill rate',
        text: 'The share of ended orders that were filled whole.',
      },
      halt: {
        term: 'Halted',
        text: 'Nothing new is traded until an operator looks into the cause and lifts the halt. It outlives a restart.',
      },
      killSwitch: {
        term: 'Kill switch',
        text: 'Cancels every order, stops the bot and halts it, until someone lifts the halt.',
      },
      latency: {
        term: 'Latency',
        text: 'The time from sending an order to its final answer.',
      },
      leg: {
        term: 'Leg',
        text: 'One trade of a cycle, on one market. The legs follow each other; each spends what the one before brought.',
      },
      live: {
        term: 'Live',
        text: 'Orders go to the exchange and move real money.',
      },
      liquidity: {
        term: 'Liquidity',
        text: 'How much the books offer at these prices. Low liquidity means that a larger amount would get worse prices.',
      },
      lots: {
        term: 'Whole lots',
        text: 'Exchanges take amounts in steps (lots) and above a minimum. A profit counts only if it remains after each leg is rounded down to lots.',
      },
      paper: {
        term: 'Paper',
        text: 'Orders are filled by a simulation on the prices of the market. No real money moves.',
      },
      pnl: {
        term: 'PnL',
        text: 'Profit and loss of the trades that ended, after fees.',
      },
      profitFactor: {
        term: 'Profit factor',
        text: 'All profits divided by all losses. Above 1 the trades earned money together; without a loss there is none.',
      },
      quad: {
        term: 'QUAD',
        text: 'A quadrangular cycle: four trades, for example USDT → SOL → BTC → ETH → USDT.',
      },
      residual: {
        term: 'Residual position',
        text: 'What a failed execution left in another currency than it began with. The running bot sells it once a way back is within the bound; you can sell it or keep it before. Until then no route uses that currency there.',
      },
      sharpe: {
        term: 'Sharpe ratio',
        text: 'Mean return of a trade divided by the spread of the returns. Higher means steadier; with few trades it says little.',
      },
      slippage: {
        term: 'Slippage',
        text: 'How much worse the prices paid were than the prices planned, in percent over the legs of a trade.',
      },
      stopLoss: {
        term: 'Stop loss',
        text: 'The loss against the first equity at which the bot halts and stops.',
      },
      threshold: {
        term: 'Threshold',
        text: 'The least profit in percent, after fees and in whole lots, for which the bot executes a cycle.',
      },
      tri: {
        term: 'TRI',
        text: 'A triangular cycle: three trades, for example USDT → BTC → ETH → USDT.',
      },
      trusted: {
        term: 'Trusted book',
        text: 'An order book that is complete, fresh and not contradictory. The bot trades on no other.',
      },
      unwind: {
        term: 'Unwinding',
        text: 'Selling back what the first legs bought when a later leg fails, by the way that brings most, and within a bound of its loss.',
      },
      winRate: {
        term: 'Win rate',
        text: 'The share of trades that ended with a profit.',
      },
    },
  },
};

export type TermName = keyof (typeof glossary)['glossary']['terms'];
