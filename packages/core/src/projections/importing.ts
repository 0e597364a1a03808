import * as z from 'zod/mini';
import { ImportPreview, ImportRequest } from '../contract/import.ts';
import { Problem } from '../journal/problem.ts';
import type { Projection } from './projection.ts';

/** Preview of the files to import, or the reason of a failed call, and the import begun from them. */
export const ImportingState = z.nullable(
  z.object({
    request: ImportRequest,
    preview: z.optional(ImportPreview),
    problem: z.optional(Problem),
    import_id: z.nullable(z.string()),
  }),
);

export const importing: Projection<z.infer<typeof ImportingState>> = {
  initial: null,
  evolve: (state, { message }) => {
    switch (message.type) {
      case 'ImportPreviewed': {
        const { request, preview = state?.preview, problem } = message;
        return { request, ...(preview && { preview }), ...(problem && { problem }), import_id: null };
      }
      case 'ImportAnswered':
        return state && { ...state, problem: undefined, import_id: message.job.id };
      case 'ImportRefused':
        return state && { ...state, problem: message.problem };
      case 'CloseImport':
      case 'SignedOut':
      case 'ClientStarted':
        return null;
      default:
        return state;
    }
  },
};
