import { plural } from './plural.ts';

export const docs = {
  docs: {
    contents: 'Contents',
    documents: 'Documents',
    search: 'Search the documentation',
    searchPlaceholder: 'Search, e.g. stop loss',
    results: (count: number, query: string) => `${plural(count, 'section', 'sections')} with “${query}”`,
    nothing: (query: string) => `Nothing found for “${query}”`,
    nothingHint: 'Every word must occur in one section. Try fewer words, or part of one.',
    clear: 'Clear the search',
    /** Notice on documents in English alone; empty in English. */
    language: '',
    previous: 'Previous',
    next: 'Next',
  },
};
