import type { ExitCode } from './exit-code.ts';
import type { DoorTransport } from './http-transport.ts';

/** A stream to write to: the standard output and error of the process, or a test's. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** Colour depth in bits. */
  getColorDepth?(): number;
}

/** The ports of the commands. Only `main` takes them from the process, and makes streams when they are asked for. */
export interface Host {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly fetch: DoorTransport;
  /**
   * From the first call on, an interrupt (Ctrl-C) or a request to end aborts this signal instead of ending the process. A
   * CommandFailure as its reason says how the command ends.
   */
  interrupted(): AbortSignal;
  /** From the first call on, an error that nothing catches is given to `last`, and then ends the process at once, with the exit code that it returns. */
  uncaught(last: (error: unknown) => ExitCode): void;
}
