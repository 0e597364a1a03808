import type { Recorder } from '../kernel/recorder.ts';
import type { Command, CommandResult } from '../model/command.ts';

/** A preview changes nothing, and a kill waits for the disk no longer than it may. */
const answersAtOnce: ReadonlySet<Command['type']> = new Set(['Kill', 'PreviewOpportunity']);
const notOnDisk = 'the journal cannot be written: whether this took effect is known after a restart of the bot';

/** The answer to a command, once what it did is on the disk. */
export const answerOnceKept = async <T>(
  recorder: Recorder,
  type: Command['type'],
  result: CommandResult<T>,
): Promise<CommandResult<T>> => {
  if (answersAtOnce.has(type) || (await recorder.kept()) || !result.ok) return result;
  return { ok: false, problem: 'unavailable', detail: notOnDisk };
};
