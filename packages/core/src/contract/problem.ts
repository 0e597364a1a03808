import * as z from 'zod/mini';
import { mark } from './mark.ts';
import { PreviewRecord } from './order.ts';
import { coded, text } from './primitives.ts';
import { isObject } from './reading.ts';
import { reader, readOf, tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';

/** RFC 9457; `detail` is a sentence for users, `code` a stable identifier for programs. */
export const ProblemRecord = z.object({
  type: text,
  title: text,
  status: z.int().check(z.gte(400), z.lte(599)),
  detail: text,
  code: text,
  request_id: z.optional(text),
  errors: z.optional(z.array(z.object({ path: text, message: text, ...coded }))),
  /** Values of the text of `code`. */
  params: coded.params,
  /** New preview of a refused execution. */
  preview: z.optional(PreviewRecord),
});
export type ProblemRecord = z.infer<typeof ProblemRecord>;

const AnyProblem = mark(z.object({ ...ProblemRecord.shape, error: z.optional(text), message: z.optional(text) }), {
  apart: true,
});
const readProblem = readOf(tolerant(AnyProblem));
const itemText = (item: unknown): string => {
  const { loc, msg } = isObject(item) ? item : {};
  return [Array.isArray(loc) ? loc.join('.') : undefined, msg].filter((part) => part !== undefined).join(': ');
};
/** The body of a failed call of any bot; the user's text is the first of detail, error and message. A list of details becomes one text. */
export const ProblemBody = reader<ProblemBody>(AnyProblem, (body, tally) => {
  const detail = isObject(body) && Array.isArray(body.detail) ? body.detail.map(itemText).join('; ') : undefined;
  return readProblem(detail === undefined ? body : { ...(body as object), detail }, tally);
});
export type ProblemBody = Tolerant<typeof AnyProblem>;
