/** An answer that is no record but bytes of their own: `headers` have at least its content type. */
export class Download {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;

  constructor(bytes: Buffer, headers: Readonly<Record<string, string>>) {
    this.bytes = bytes;
    this.headers = headers;
  }
}
