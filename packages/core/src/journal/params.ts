import * as z from 'zod/mini';

/** The values of a text: names, amounts, percentages, ISO times. */
export const params = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
