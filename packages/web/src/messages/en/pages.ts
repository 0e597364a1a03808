export const pages = {
  pages: {
    underConstruction: (page: string) => `The ${page} page is under construction.`,
    back: 'Back to the dashboard',
    support:
      'There is no hosted support: the bot and this dashboard run on your own machine. Logs shows what the bot did and why; its download is what to attach to a report.',
    privacy:
      'This dashboard connects only to your bot. It keeps your token, theme and language in this browser, sets no cookies and counts no visits.',
    terms:
      'Free software under the MIT licence, without warranty of any kind. Trading can lose money; what you execute is your own decision and risk.',
  },
};
