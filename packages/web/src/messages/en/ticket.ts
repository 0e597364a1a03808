export const ticket = {
  ticket: {
    amount: 'Amount, $',
    max: 'Max',
    atMost: (amount: string) => `At most ${amount} can be placed now`,
    ownSize: 'Left empty: the size of the opportunity',
    fees: (fees: string) => `fees of ${fees} counted`,
    opened: 'When opened',
    since: (change: string) => `${change} since`,
    bestTri: 'Best TRI instead',
    found: (moment: string) => `found ${moment}`,
    floor: 'Only if it still brings at least, %',
    floorHint: (threshold: string) => `The bot runs with ${threshold}`,
    noFloor: 'Left empty: no floor',
    legs: 'Legs',
    leg: { leg: 'Leg', market: 'Market', side: 'Side', quantity: 'Quantity', price: 'Price', fee: 'Fee %' },
    notes: (count: number) => (count === 1 ? '1 note' : `${count} notes`),
    asShown: 'The order is sent as shown.',
    paper: (amount: string) => `Execute Trade · ${amount} PAPER`,
    paperOwnSize: 'Execute Trade · PAPER',
    again: (amount: string, mode: string) => `Execute again · ${amount} ${mode}`,
    askAgain: 'Ask again',
    number: {
      empty: 'Enter an amount',
      'not-a-number': 'Digits only, with a point before the decimals',
      thousands: 'Could be read as thousands: write it without separators',
      zero: 'Must be more than 0',
    },
    warning: {
      fading: (change: string) => `Fading: ${change} since you opened this.`,
      below: (now: string, floor: string) =>
        `It brings ${now} now, below your floor of ${floor}: it is not executed while it does.`,
      unchecked: 'The floor was not checked: this bot gives no preview.',
      noPreview: 'This bot gives no preview: profit and floor cannot be checked before the order is sent.',
      loss: (now: string) => `It loses money now: ${now}.`,
    },
    refused: {
      below_floor: (was: string, now: string, floor: string) =>
        `Not executed: it brings ${now} now, below your floor of ${floor}. You saw ${was}.`,
      executed_meanwhile: (was: string, now: string) =>
        `Not executed: this opportunity was executed since you opened it. You saw ${was}, now it brings ${now}. Execute it a second time?`,
      unsettled: () =>
        'Not executed: an earlier order for this opportunity got no answer and may have been executed. Execute it in addition?',
    },
    lost: 'No answer came: the order may have been executed. Asking again is safe, the bot executes the same order only once.',
    failed: 'The execution failed.',
  },
};
