import * as z from 'zod/mini';

export const toastKind = z.enum(['blank', 'error', 'success', 'loading', 'custom']);
