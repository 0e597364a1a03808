export const table = {
  table: {
    copy: 'Copy',
    copied: 'Copied',
    copyHint: 'Copies the rows as they are shown, for a spreadsheet',
    sortBy: 'Sort by',
    unsorted: 'Order of arrival',
    ascending: (column: string) => `${column}, ascending`,
    descending: (column: string) => `${column}, descending`,
    plain: 'Show as plain table',
    spreadsheet: 'Show as spreadsheet',
    source: 'Source',
    waiting: (count: number) => `${count.toLocaleString('en')} new, held`,
    showAll: (count: number) => `Show all ${count.toLocaleString('en')}`,
  },
};
