import type { PreviewRecord, ProblemRecord } from '@triquad/core/contract';

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Not authenticated',
  403: 'Forbidden',
  404: 'Not found',
  409: 'Conflict with the state',
  411: 'Length required',
  413: 'Too large',
  415: 'Unsupported media type',
  422: 'Not valid',
  429: 'Too many requests',
  500: 'Internal error',
  503: 'Not ready',
  507: 'No room',
};

/** A call that is answered by a problem; `detail` is a sentence for a person, `code` a stable word for programs. */
export class Refusal {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly FieldError[];
  readonly retryAfterSeconds: number | null;
  /** Values of the text of `code`. */
  readonly params: ProblemRecord['params'];
  /** What a refused execution would do now. */
  readonly preview: PreviewRecord | null;

  constructor(
    status: number,
    code: string,
    detail: string,
    more: {
      errors?: readonly FieldError[];
      retryAfterSeconds?: number;
      params?: ProblemRecord['params'];
      preview?: PreviewRecord;
    } = {},
  ) {
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.errors = more.errors ?? [];
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
    this.params = more.params;
    this.preview = more.preview ?? null;
  }
}

/** `path` is the dotted place in the body or query. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** RFC 9457 body of a refusal. */
export function problemOf(refusal: Refusal, requestId: string): ProblemRecord {
  return {
    type: 'about:blank',
    title: TITLES[refusal.status] ?? 'Refused',
    status: refusal.status,
    detail: refusal.detail,
    code: refusal.code,
    request_id: requestId,
    ...(refusal.errors.length === 0 ? {} : { errors: [...refusal.errors] }),
    ...(refusal.params === undefined ? {} : { params: refusal.params }),
    ...(refusal.preview === null ? {} : { preview: refusal.preview }),
  };
}

/** 404 in one sentence: `No order 42.` */
export function notFound(what: string, id: string): Refusal {
  return new Refusal(404, 'not_found', `No ${what} ${id}.`);
}

/** 422 for one field that its schema alone cannot judge. */
export function notValid(path: string, message: string, code = 'not_valid'): Refusal {
  return new Refusal(422, code, `${path}: ${message}`, { errors: [{ path, message }] });
}

/** Why nothing can be told of what is over, while a part of it has not been read: half a history would be wrong figures. */
export function unread(archive: { behind(): number }): Refusal | null {
  const facts = archive.behind();
  if (facts === 0) return null;
  const detail = `The bot is reading its history: ${facts.toLocaleString('en-US')} facts to go. Trading does not wait for it.`;
  return new Refusal(503, 'history_unread', detail, { retryAfterSeconds: 1 });
}
