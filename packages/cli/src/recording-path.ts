import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CommandFailure, exitCode } from './exit-code.ts';

/**
 * Where a recording is that is named as `triquad data list` shows it, or by a path. `folder`: where those of the bot are.
 * @throws CommandFailure for one that is neither there nor anywhere else.
 */
export function recordingPath(name: string, folder: string): string {
  const found = [join(folder, name), resolve(name)].find((path) => name !== '' && existsSync(path));
  if (found === undefined)
    throw new CommandFailure(`there is no recording ${name} in ${folder}: see triquad data list`, exitCode.refused);
  return found;
}
