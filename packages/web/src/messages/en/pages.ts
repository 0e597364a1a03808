export const pages = {
  pages: {
    underConstruction: (page: string) => `The ${page} page is under construction.`,
    back: 'Back to the dashboard',
  },
};
