import { randomBytes } from 'node:crypto';

const LAST_COUNT = 0xfff;
const BYTES = 8;
const POOL_BYTES = 512 * BYTES;

/**
 * Makes UUIDv7 strings (RFC 9562) that grow strictly within this process: the 12 bits after the version count within
 * a millisecond, and the time runs ahead where they are used up or the clock goes back.
 */
export function createUuids(now: () => number): () => string {
  let last = 0;
  let count = 0;
  let pool = Buffer.alloc(0);
  let used = 0;
  return () => {
    const at = now();
    if (at > last) {
      last = at;
      count = 0;
    } else if (count === LAST_COUNT) {
      last += 1;
      count = 0;
    } else count += 1;
    const time = last.toString(16).padStart(12, '0');
    // Drawn for many at once: a draw of its own costs more than all the rest.
    if (used === pool.length) [pool, used] = [randomBytes(POOL_BYTES), 0];
    pool[used] = ((pool[used] ?? 0) & 0x3f) | 0x80;
    const tail = pool.toString('hex', used, used + BYTES);
    used += BYTES;
    const group = `7${count.toString(16).padStart(3, '0')}`;
    return `${time.slice(0, 8)}-${time.slice(8)}-${group}-${tail.slice(0, 4)}-${tail.slice(4)}`;
  };
}
