import type { Provenance } from '@triquad/core/contract';
import { provenanceTag, provenanceText } from '@triquad/core/format';

/** An amount of USD for a person to read, e.g. `$5.33` and `-$5.33`. */
export const usd = (amount: number): string => {
  const text = Math.abs(amount).toFixed(2);
  return amount < 0 && Number(text) !== 0 ? `-$${text}` : `$${text}`;
};

/** Figures with their source, for a text that stands alone, e.g. `$5.33 (practice · invented)`. */
export const sourced = (figures: string, provenance: Provenance | null): string =>
  `${figures} (${provenance === null ? provenanceText(null) : provenanceTag(provenance)})`;
