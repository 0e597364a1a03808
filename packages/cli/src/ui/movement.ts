import type { Key } from 'ink';

/** Rows that a movement key moves by, downwards; 0 for any other key. */
export function movement(input: string, key: Partial<Key>, pageSize: number): number {
  const half = Math.max(1, Math.floor(pageSize / 2));
  if (key.upArrow || input === 'k') return -1;
  if (key.downArrow || input === 'j') return 1;
  if (input === 'u') return -half;
  if (input === 'd') return half;
  if (key.pageUp || input === 'b') return -pageSize;
  if (key.pageDown || input === ' ') return pageSize;
  if (key.home || input === 'g') return -Number.MAX_SAFE_INTEGER;
  return key.end || input === 'G' ? Number.MAX_SAFE_INTEGER : 0;
}
