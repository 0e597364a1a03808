/** Remembers the last `size` ids; answers whether one is new, and forgets the oldest in turn. */
export function newIds(size: number): (id: string) => boolean {
  const known = new Set<string>();
  return (id) => {
    if (known.has(id)) return false;
    known.add(id);
    for (const oldest of known) {
      if (known.size <= size) break;
      known.delete(oldest);
    }
    return true;
  };
}
