import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CommandFailure, type ExitCode, exitCode } from './exit-code.ts';
import { maintain } from './maintain.ts';

/**
 * Path of a recording, by its name in `triquad data list` or by a path; the sample is made if it is missing. `folder`: the folder of the
 * bot's recordings. @throws CommandFailure if there is no such recording.
 */
export async function recordingPath(name: string, folder: string, exit: ExitCode = exitCode.refused): Promise<string> {
  if (name === 'sample' && !existsSync(resolve(name))) await maintain(() => provideIn(folder));
  const found = [join(folder, name), resolve(name)].find((path) => name !== '' && existsSync(path));
  if (found === undefined)
    throw new CommandFailure(`there is no recording ${name} in ${folder}: see triquad data list`, exit);
  return found;
}

async function provideIn(folder: string): Promise<void> {
  const { provideSample } = await import('@triquad/bot');
  await provideSample(join(folder, 'sample'));
}
