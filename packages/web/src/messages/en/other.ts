import { formatIn } from '../format.ts';

const { number } = formatIn('en');

export const other = {
  logs: {
    title: 'System Logs',
    nav: 'Logs',
    search: 'Search logs',
    searchPlaceholder: 'Search message, source, fields',
    level: 'Level',
    all: 'ALL',
    autoScroll: 'Auto-scroll',
    pause: 'Pause',
    resume: 'Resume',
    clear: 'Clear',
    download: 'Download',
    total: (count: number) => `Total: ${number(count)}`,
    filtered: (count: number) => `Filtered: ${number(count)}`,
    live: 'Live',
    paused: 'Paused',
    missed: (count: number) => `${number(count)} more came`,
    table: 'Log entries',
    empty: 'Waiting for logs...',
    emptyFiltered: 'No log entry matches the search and level',
    metadata: (count: number) => `+${count} ${count === 1 ? 'field' : 'fields'}`,
    columns: { time: 'Time', level: 'Level', source: 'Source', message: 'Message', metadata: 'Metadata' },
    connected: 'Connected',
    disconnected: 'Disconnected',
    connecting: 'Connecting',
  },
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
