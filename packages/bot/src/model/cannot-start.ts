/** A start that is refused for a reason an operator can mend: one line for the terminal and an exit code. */
export class CannotStart extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.name = 'CannotStart';
    this.exitCode = exitCode;
  }
}
