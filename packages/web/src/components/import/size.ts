import { number } from '../../messages/format.ts';

/** Bytes as a person reads them. */
export const sizeText = (bytes: number): string => {
  if (bytes >= 1e9) return `${number(bytes / 1e9, { digits: 1 })} GB`;
  return bytes >= 1e6 ? `${number(bytes / 1e6, { digits: 1 })} MB` : `${number(bytes / 1e3, { digits: 1 })} kB`;
};
