import { type Directory, lookAt, obstaclesIn } from '../directory/inventory.ts';
import { halfRestored } from '../directory/unfinished.ts';
import { CannotStart } from '../model/cannot-start.ts';

/** A data directory that is there and has nothing in it that its bot could not use. */
export type Usable = Extract<Directory, { readonly state: 'there' }>;

/**
 * Looks at a data directory before it is used, or only read.
 * @throws CannotStart in one line where it is absent or may not be read, or where an item is another thing than a bot keeps under its name
 */
export function usable(dataDir: string, as: 'user' | 'reader'): Usable {
  const directory = lookAt(dataDir, as);
  refuseHalfRestored(dataDir);
  if (directory.state === 'absent')
    throw new CannotStart(`there is no data directory ${dataDir}; say where it is with --data-dir`, 1);
  if (directory.state !== 'there') throw new CannotStart(`the data directory ${dataDir} ${directory.reason}`, 1);
  const obstacles = obstaclesIn(directory.found).map(({ name, reason }) => `${name} ${reason}`);
  if (obstacles.length > 0) throw new CannotStart(`in ${dataDir}, ${obstacles.join('; ')}`, 1);
  return directory;
}

/** @throws CannotStart where a restore left no data directory */
export function refuseHalfRestored(dataDir: string): void {
  const half = halfRestored(dataDir);
  if (half === null) return;
  throw new CannotStart(`a restore of ${dataDir} was ended before it was done, and left ${half}: restore again`, 1);
}
