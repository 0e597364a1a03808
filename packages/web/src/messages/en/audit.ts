export const audit = {
  audit: {
    title: 'Audit log',
    tab: 'Audit',
    empty: 'Nothing has been recorded yet',
    refresh: 'Load the newest again',
    older: 'Load older entries',
    columns: {
      at: 'When',
      actor: 'Who',
      source: 'From',
      action: 'Action',
      target: 'Target',
      change: 'Before → after',
      outcome: 'Outcome',
    },
    done: 'done',
    shell: 'the bot’s machine',
  },
};
