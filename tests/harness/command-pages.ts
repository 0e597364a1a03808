import { commandPages, type Page } from '../../packages/cli/src/command-pages.ts';
import type { Host } from '../../packages/cli/src/host.ts';
import { createProgram } from '../../packages/cli/src/program.ts';

/** The pages as they are to be. */
export const expectedPages = async (): Promise<Page[]> => commandPages(await createProgram({} as Host));
