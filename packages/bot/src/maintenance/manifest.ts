import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

/** The file of a backup that says what is in it. */
export const MANIFEST = 'backup.json';

const Manifest = z.object({
  /** Of this format. */
  format: z.literal(1),
  /** Of the program that made it. */
  version: z.string(),
  created_at: z.string(),
  /** False when the files that hold keys were left out. */
  keys: z.boolean(),
  files: z.array(
    z.object({
      name: z.string().check(z.regex(/^(?!\.{1,2}$)[^/\\\0]+$/)),
      bytes: z.int(),
      sha256: z.string().check(z.length(64)),
    }),
  ),
});
export type Manifest = z.infer<typeof Manifest>;

/** The manifest of the backup in `folder`; null when there is none that can be read. */
export function readManifest(folder: string): Manifest | null {
  try {
    const parsed = z.safeParse(Manifest, JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** What a manifest says of a file that lies in `folder`. */
export async function describe(folder: string, name: string): Promise<Manifest['files'][number]> {
  const sum = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(join(folder, name))) {
    sum.update(chunk);
    bytes += (chunk as Buffer).length;
  }
  return { name, bytes, sha256: sum.digest('hex') };
}
