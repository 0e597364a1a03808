/** What a script can branch on: the exit codes of every command. */
export const exitCode = {
  done: 0,
  refused: 1,
  usage: 2,
  unreachable: 3,
  unauthorized: 4,
  conflict: 5,
  timedOut: 124,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** Ends a command with one line for the operator: what failed, and what to do. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, code: ExitCode) {
    super(message);
    this.exitCode = code;
  }
}
