import type { Later } from './en/later.ts';
import type { Messages } from './en.ts';
import { band } from './es/band.ts';
import { texts } from './es/codes.ts';
import { later } from './es/later.ts';
import { overview } from './es/overview.ts';
import { risk } from './es/risk.ts';
import { shell } from './es/shell.ts';
import { table } from './es/table.ts';

/** Every text that the page begins with, and those that come after it in English. */
export const es: Messages & Later = {
  ...shell,
  ...band,
  ...overview,
  ...risk,
  ...table,
  ...later,
  texts,
};
