/** Exit codes of every command, for scripts to branch on. */
export const exitCode = {
  done: 0,
  refused: 1,
  usage: 2,
  unreachable: 3,
  unauthorized: 4,
  conflict: 5,
  halted: 6,
  ownError: 70,
  killUnkept: 78,
  timedOut: 124,
  interrupted: 130,
} as const;

export type ExitName = keyof typeof exitCode;
export type ExitCode = (typeof exitCode)[ExitName];

export const exitMeanings: Readonly<Record<ExitName, string>> = {
  done: 'done',
  refused: 'refused or failed',
  usage: 'wrong usage, nothing was sent',
  unreachable: 'the bot cannot be reached',
  unauthorized: 'not authorised',
  conflict: 'conflict: not possible in this state',
  halted: 'the bot is halted',
  ownError: 'the bot ended by an error of its own',
  killUnkept: 'a kill could not be written: the bot must not be started by itself',
  timedOut: '--wait ran out',
  interrupted: 'interrupted',
};

/** `unreachable` for 3. */
export function exitNameOf(code: ExitCode): ExitName {
  return (Object.keys(exitCode) as ExitName[]).find((name) => exitCode[name] === code) ?? 'refused';
}

/** Ends a command with one line for the operator: what failed, and what to do. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode;
  /** The bot's code of the reason, null without one. */
  readonly code: string | null;

  constructor(message: string, exit: ExitCode, code: string | null = null) {
    super(message);
    this.exitCode = exit;
    this.code = code;
  }
}
