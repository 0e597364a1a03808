import { CommandFailure, type ExitCode, exitCode } from '../exit-code.ts';

/** Runs work on a data directory: what the bot's own code cannot do becomes one line for the operator. */
export async function upkeep(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Error) || error instanceof CommandFailure) throw error;
    const code = 'exitCode' in error ? (Number(error.exitCode) as ExitCode) : exitCode.refused;
    const isTold = error.name === 'CannotStart' || error.name === 'StoreFault' || 'code' in error;
    if (!isTold) throw error;
    throw new CommandFailure(error.message, code);
  }
}
