import { plural } from './plural.ts';

export const api = {
  api: {
    contents: 'Calls',
    search: 'Search the calls',
    searchPlaceholder: 'Search, e.g. orders',
    clear: 'Clear the search',
    count: (count: number) => plural(count, 'call', 'calls'),
    nothing: (query: string) => `No call with “${query}”`,
    all: 'All calls',
    intro: (base: string) =>
      `Every call is below ${base}. Bodies and answers are JSON; times are ISO 8601 UTC, money is USD, percentages are percent.`,
    token: 'Send the token of a sign-in with each call; the bot checks its role.',
    document: 'Open the OpenAPI document',
    described: (version: string) => `Listed are the calls that this bot (version ${version}) announces.`,
    call: 'Call',
    purpose: 'What it does',
    role: (role: string) => `Role: ${role}`,
    open: 'No token needed',
    extension: (name: string) => `Only a bot that announces “${name}”`,
    parameters: 'Parameters',
    body: 'Body',
    bodyOptional: 'Body (optional)',
    answer: (status: string) => `Answer ${status}`,
    noAnswer: 'The answer has no body.',
    refusals: (statuses: string) => `Refusals: ${statuses}, each as a problem with a code and a sentence.`,
    columns: { name: 'Name', where: 'In', type: 'Type' },
    where: { path: 'path', query: 'query', header: 'header' },
    required: 'required',
    shell: 'In a shell',
  },
};
