import * as z from 'zod/mini';

export const toastKind = z.enum(['blank', 'error', 'success', 'loading', 'custom']);
export type ToastKind = z.infer<typeof toastKind>;
