import * as z from 'zod/mini';
import { Problem } from '../journal/problem.ts';
import type { Projection } from './projection.ts';

const SendingFile = z.object({
  name: z.string(),
  bytes: z.number(),
  sent: z.number(),
  state: z.enum(['waiting', 'sending', 'sent', 'unsent']),
  problem: z.optional(Problem),
});
export type SendingFile = z.infer<typeof SendingFile>;

/** Files that are sent to the bot, or were and wait to be imported, and why one could not be. */
export const SendingState = z.array(SendingFile);

type Files = readonly SendingFile[];
const changed = (files: Files, name: string, change: Partial<SendingFile>): SendingFile[] =>
  files.map((file) => (file.name === name ? { ...file, ...change } : file));

export const sending: Projection<SendingFile[]> = {
  initial: [],
  evolve: (state, { message }) => {
    switch (message.type) {
      case 'SendFiles': {
        const names = message.files.map(({ name }) => name);
        const added = message.files.map((file) => ({ ...file, sent: 0, state: 'waiting' as const }));
        return [...state.filter(({ name }) => !names.includes(name)), ...added];
      }
      case 'FileSending':
        return changed(state, message.name, { state: 'sending', sent: message.sent });
      case 'FileSent':
        return state.map((file) => (file.name === message.name ? { ...file, state: 'sent', sent: file.bytes } : file));
      case 'FileUnsent': {
        const { name, problem } = message;
        return changed(state, name, { state: 'unsent', ...(problem && { problem }) }).map((file) =>
          file.state === 'waiting' && endsAll(problem) ? { ...file, state: 'unsent' } : file,
        );
      }
      case 'FileRemoved':
        return state.filter(({ name }) => name !== message.name);
      case 'FileNotRemoved':
        return changed(state, message.name, { problem: message.problem });
      case 'ImportAnswered':
        return state.filter(({ name }) => !message.job.files.includes(name));
      case 'CloseImport':
        return state.some(({ state: is }) => is !== 'sent') ? state.filter(({ state: is }) => is === 'sent') : state;
      case 'SignedOut':
      case 'ClientStarted':
        return state.length === 0 ? state : [];
      default:
        return state;
    }
  },
};

/** The effect continues after the problem of a single file. */
const endsAll = (problem: Problem | undefined): boolean =>
  problem === undefined || (problem.kind !== 'conflict' && problem.kind !== 'rejected');
