/** A file that the operator chose. `content`: what this machine's transport reads it by, a `File` in a browser and a path elsewhere. */
export type FileSource = { readonly name: string; readonly bytes: number; readonly content: unknown };

/** Files on their way to the bot, by name. They stay out of the journal, which holds plain values alone. */
export type Outbox = {
  /** Replaces earlier files of the same names. */
  put(files: readonly FileSource[]): void;
  /** Gives a file once. */
  take(name: string): FileSource | undefined;
  /** Aborts when the upload is stopped. */
  signal(): AbortSignal;
  stop(): void;
};

export const createOutbox = (): Outbox => {
  const files = new Map<string, FileSource>();
  let stopped = new AbortController();
  return {
    put: (sources) => {
      for (const source of sources) files.set(source.name, source);
    },
    take: (name) => {
      const source = files.get(name);
      files.delete(name);
      return source;
    },
    signal: () => stopped.signal,
    stop: () => {
      files.clear();
      stopped.abort(new DOMException('stopped', 'AbortError'));
      stopped = new AbortController();
    },
  };
};
