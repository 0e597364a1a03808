/** A start that is refused for a reason an operator can mend: one line for the terminal and an exit code. */
export class CannotStart extends Error {
  readonly exitCode: number;
  /** What else could be given on a command line; null where the message says all. */
  readonly otherwise: string | null;

  constructor(message: string, exitCode: number, otherwise: string | null = null) {
    super(message);
    this.name = 'CannotStart';
    this.exitCode = exitCode;
    this.otherwise = otherwise;
  }
}
