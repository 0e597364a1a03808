import * as z from 'zod/mini';
import { coded, ifAny, looseNumber, looseText, orNull } from './loose.ts';
import { Preview, PreviewRecord } from './order.ts';
import { text } from './primitives.ts';

/** RFC 9457; `detail` is a sentence for users, `code` a stable identifier for programs. */
export const ProblemRecord = z.object({
  type: text,
  title: text,
  status: z.int().check(z.gte(400), z.lte(599)),
  detail: text,
  code: text,
  request_id: z.optional(text),
  errors: z.optional(z.array(z.object({ path: text, message: text }))),
  /** Values of the text of `code`. */
  params: z.optional(z.record(text, z.union([text, z.number(), z.boolean(), z.null()]))),
  /** Of a refused execution: what it would do now. */
  preview: z.optional(PreviewRecord),
});
export type ProblemRecord = z.infer<typeof ProblemRecord>;

const detailItem = z.looseObject({
  loc: z.optional(z.array(z.union([z.string(), z.number()]))),
  msg: z.optional(z.string()),
});

/** The body of a failed call of any bot; the user's text is the first of detail, error and message. */
export const ProblemBody = z.looseObject({
  detail: z.catch(orNull(z.union([looseText, z.array(detailItem)])), null),
  error: z.catch(orNull(looseText), null),
  message: z.catch(orNull(looseText), null),
  code: z.catch(orNull(looseText), null),
  params: coded.params,
  /** Of a refused execution: the new preview. */
  preview: ifAny(Preview),
  status: z.catch(orNull(looseNumber), null),
  errors: z.catch(
    orNull(z.array(z.looseObject({ path: orNull(looseText), message: orNull(looseText), ...coded }))),
    null,
  ),
});
export type ProblemBody = z.infer<typeof ProblemBody>;
