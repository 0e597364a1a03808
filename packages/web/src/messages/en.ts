import { english } from '@triquad/core/texts';
import { band } from './en/band.ts';
import { overview } from './en/overview.ts';
import { risk } from './en/risk.ts';
import { shell } from './en/shell.ts';
import { table } from './en/table.ts';

/** The texts that the page begins with; `es.ts` has the same keys. */
export const en = {
  ...shell,
  ...band,
  ...overview,
  ...risk,
  ...table,
  texts: english,
};

export type Messages = typeof en;
