import type { Readable } from 'node:stream';

/** An answer that is no record but bytes of their own, or a stream of them: `headers` have at least its content type. */
export class Download {
  readonly bytes: Buffer | Readable;
  readonly headers: Readonly<Record<string, string>>;

  constructor(bytes: Buffer | Readable, headers: Readonly<Record<string, string>>) {
    this.bytes = bytes;
    this.headers = headers;
  }
}
