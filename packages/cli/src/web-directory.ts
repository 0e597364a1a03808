import { fileURLToPath } from 'node:url';

/** The built dashboard. This file lies as deep in `src` as the program does in `dist`. */
export const webDirectory = fileURLToPath(new URL('../../web/dist/', import.meta.url));
