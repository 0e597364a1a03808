export const other = {
  placeholder: {
    screens: {
      performance: { title: 'Performance', nav: 'Performance' },
      positions: { title: 'Positions', nav: 'Positions' },
      history: { title: 'History', nav: 'History' },
      docs: { title: 'Documentation', nav: 'Docs' },
      api: { title: 'API reference', nav: 'API' },
      support: { title: 'Support', nav: 'Support' },
      privacy: { title: 'Privacy', nav: 'Privacy' },
      terms: { title: 'Terms', nav: 'Terms' },
    },
  },
};
