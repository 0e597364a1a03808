import { parquetReadObjects } from 'hyparquet';

/** The rows of a Parquet file as another program reads them. */
export const parquetRows = (bytes: Uint8Array): Promise<readonly Record<string, unknown>[]> =>
  parquetReadObjects({ file: Uint8Array.from(bytes).buffer });
