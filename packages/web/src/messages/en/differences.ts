export const differences = {
  differences: {
    title: 'Accounts and ledger',
    agree: 'Every account holds what the ledger says.',
    booked: (booked: string, found: string, asset: string) => `expected ${booked} ${asset}, found ${found} ${asset}`,
    worth: (amount: string, value: string) => `${amount} (${value})`,
    proposals: {
      late_fee: 'A fee that came late explains it. Trading goes on.',
      deposit: 'Nothing was traded: a deposit explains it. Trading goes on.',
      withdrawal: 'Nothing was traded: a withdrawal explains it. Trading goes on; what is missing cannot be spent.',
      dust: 'It is worth less than $1. Trading goes on.',
      unexplained: 'Nothing explains it.',
    } as Readonly<Record<string, string>>,
    states: { halted: 'Halted', down: 'Down', starting: 'Starting', unverified: 'Not compared' } as Readonly<
      Record<string, string>
    >,
    halted: (exchange: string) =>
      `${exchange} takes only cancels and liquidation. It trades again when its last unexplained difference is accepted, or when account and ledger agree again.`,
    unverified: 'No execution begins there until the account was compared with the ledger.',
    down: 'It is tried again by itself; the other exchanges trade meanwhile.',
    starting: 'It is coming in.',
    accept: 'Accept…',
    acceptOf: (what: string) => `Accept: ${what}`,
    adminOnly: 'Only an administrator may accept a difference.',
    acceptTitle: 'Accept the difference',
    acceptBody: 'The ledger follows the account. This cannot be undone.',
    reason: 'Reason, for the journal',
    confirm: 'Accept',
  },
};
