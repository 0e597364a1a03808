import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CommandFailure, type ExitCode, exitCode } from './exit-code.ts';
import { maintain } from './maintain.ts';

/**
 * Where a recording is that is named as `triquad data list` shows it, or by a path; the sample is made where it is not there yet. `folder`: where those of the bot are.
 * @throws CommandFailure for one that is neither there nor anywhere else.
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
