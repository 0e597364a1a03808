import { formatIn } from '../format.ts';

const { number } = formatIn('en');

export const logs = {
  logs: {
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
};
