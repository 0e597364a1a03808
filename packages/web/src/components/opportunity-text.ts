import { none, profitBand } from '@triquad/core';
import type { Messages } from '../messages/later.ts';

const bands = { strong: 'gain-strong', medium: 'gain-medium', none: '' } as const;
export const profitTone = (pct: number | null): string => bands[profitBand(pct)];

/** Much liquidity is good, much risk is not. */
export const liquidityTone = (level: string | null): string =>
  level === 'low' ? 'caution' : level === 'high' ? 'gain' : '';
export const riskTone = (level: string | null): string =>
  level === 'high' ? 'loss' : level === 'medium' ? 'caution' : '';

export const levelText = ({ level }: Messages, value: string | null): string =>
  value === null ? none : value in level ? level[value as keyof typeof level] : value;
