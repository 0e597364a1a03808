import { CommandFailure, type ExitCode, exitCode } from './exit-code.ts';

/** Runs maintenance of a data directory. Expected failures of the bot's own code become one line for the operator. */
export async function maintain(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Error) || error instanceof CommandFailure) throw error;
    const code = 'exitCode' in error ? (Number(error.exitCode) as ExitCode) : exitCode.refused;
    const isExpected = error.name === 'CannotStart' || error.name === 'StoreFault' || 'code' in error;
    if (!isExpected) throw error;
    throw new CommandFailure(error.message, code);
  }
}
