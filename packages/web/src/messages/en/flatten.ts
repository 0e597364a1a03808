export const flatten = {
  flatten: {
    open: 'Flatten…',
    title: 'Sell every residual position',
    loading: 'Asking the bot what it would sell…',
    nothing: 'There is nothing to sell.',
    body: 'Each is sold once, at no worse than the price shown. What cannot be sold within it stays a residual position. It works while the bot is halted, too.',
    total: 'Expected cost in all',
    confirm: 'Sell all',
    again: 'Preview again',
    failed: (why: string) => `Not sold: ${why}`,
    all: 'All',
    noPrice: 'no price',
    columns: {
      asset: 'Asset',
      amount: 'Amount',
      price: 'Price',
      cost: 'Expected cost',
      value: 'Value',
      choices: 'What can be done',
    },
  },
};
