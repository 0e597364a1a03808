/** A list as the contract answers it: a window of the rows and how many there are in all. */
export interface Page<T> {
  readonly data: T[];
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
}

export function pageOf<T>(rows: readonly T[], { limit, offset = 0 }: { limit: number; offset?: number }): Page<T> {
  return { data: rows.slice(offset, offset + limit), total: rows.length, limit, offset };
}
