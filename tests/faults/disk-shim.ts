import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** In the order of `struct control` in disk-shim.c. */
const fields = [
  'sync_ms',
  'wall_ms',
  'fail_errno',
  'fail_from',
  'fail_count',
  'kill_at',
  'kill_how',
  'counts',
  'calls',
  'main_syncs',
  'syncs',
] as const;
type Field = (typeof fields)[number];

export const errnos = { EIO: 5, EMFILE: 24, ENOSPC: 28, EROFS: 30 } as const;
/** Which calls `calls` counts, and so which can fail or end the process; `all`: changes of names too. */
export const counted = { none: 0, writes: 1, syncs: 2, both: 3, all: 7 } as const;
/** When the process ends at call `kill_at`. A sync of which half is done ends before it. */
export const killed = { before: 1, after: 2, half: 3 } as const;

/** A library that a process preloads, and the file by which it is steered while the process runs. */
export type DiskShim = Disposable & {
  /** To be given to the process, beside its own environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Holds each file of the folder as it was when it was last synced: what a power cut leaves. */
  readonly images: string;
  set(values: Partial<Record<Field, number>>): void;
  get(field: Field): number;
};

const integerBytes = 8;
const folder = mkdtempSync(join(tmpdir(), 'triquad-shim-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const library = join(folder, 'disk-shim.so');
let built: boolean | null = null;
let made = 0;

const build = (): boolean => {
  if (process.platform !== 'linux') return false;
  const compile = (...source: string[]) =>
    spawnSync('cc', ['-O2', '-shared', '-fPIC', '-o', library, ...source, '-ldl'], {
      ...{ encoding: 'utf8', input: '#include <stdio.h>\nint one(void) { return puts(""); }\n' },
    });
  if (compile('-x', 'c', '-').status !== 0) return false;
  const { status, stderr } = compile(join(import.meta.dirname, 'disk-shim.c'));
  if (status !== 0) throw new Error(`disk-shim.c does not compile:\n${stderr}`);
  return true;
};

/** True where the library can be preloaded: Linux with a C compiler that works. Tests that need it are skipped elsewhere. */
export const hasDiskShim = (): boolean => {
  built ??= build();
  return built;
};

/**
 * Watches the files directly in `dataDir`, an absolute path without symbolic links.
 * @throws where `hasDiskShim()` is false.
 */
export const createDiskShim = (dataDir: string): DiskShim => {
  if (!hasDiskShim()) throw new Error('there is no C compiler');
  made += 1;
  const control = join(folder, `control-${made}`);
  const images = join(folder, `images-${made}`);
  mkdirSync(images);
  const file = openSync(control, 'w+', 0o600);
  writeSync(file, Buffer.alloc(fields.length * integerBytes));
  const place = (field: Field) => fields.indexOf(field) * integerBytes;
  return {
    env: {
      LD_PRELOAD: library,
      DISK_SHIM_DIR: dataDir,
      DISK_SHIM_CONTROL: control,
      DISK_SHIM_IMAGES: images,
    },
    images,
    set: (values) => {
      for (const field of fields) {
        const value = values[field];
        if (value === undefined) continue;
        const bytes = Buffer.alloc(integerBytes);
        bytes.writeBigInt64LE(BigInt(value));
        writeSync(file, bytes, 0, integerBytes, place(field));
      }
    },
    get: (field) => {
      const bytes = Buffer.alloc(integerBytes);
      readSync(file, bytes, 0, integerBytes, place(field));
      return Number(bytes.readBigInt64LE());
    },
    [Symbol.dispose]: () => {
      closeSync(file);
      rmSync(images, { recursive: true, force: true });
    },
  };
};
