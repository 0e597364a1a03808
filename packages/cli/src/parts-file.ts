import { rmSync } from 'node:fs';
import { access, type FileHandle, open, rename } from 'node:fs/promises';
import { CommandFailure, exitCode } from './exit-code.ts';

/** A file that is written part by part and is there as a whole or not at all. Each call rejects with one line where the disk refuses. */
export interface PartsFile {
  write(part: Uint8Array): Promise<void>;
  /** Only then it is there under its name. Gives its size in bytes. */
  close(): Promise<number>;
  /** Leaves nothing behind. */
  discard(): Promise<void>;
}

/** Nothing is overwritten. An interruption leaves nothing behind. @throws CommandFailure where it cannot be made. */
export async function partsFile(path: string, interrupted: AbortSignal): Promise<PartsFile> {
  const draft = `${path}.part`;
  const tried = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CommandFailure(`${path} cannot be written: ${reason}`, exitCode.refused);
    }
  };
  const file: FileHandle = await tried(open(draft, 'wx'));
  const remove = (): void => rmSync(draft, { force: true });
  interrupted.addEventListener('abort', remove, { once: true });
  let bytes = 0;
  return {
    async write(part) {
      await tried(file.appendFile(part));
      bytes += part.length;
    },
    async close() {
      await tried(file.sync().then(() => file.close()));
      await tried(rename(draft, path));
      return bytes;
    },
    async discard() {
      await file.close().catch(() => {});
      remove();
    },
  };
}

export const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
