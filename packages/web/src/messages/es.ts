import type { Messages } from './en.ts';
import { band } from './es/band.ts';
import { texts } from './es/codes.ts';
import { other } from './es/other.ts';
import { overview } from './es/overview.ts';
import { risk } from './es/risk.ts';
import { shell } from './es/shell.ts';
import { table } from './es/table.ts';

export const es: Messages = {
  ...shell,
  ...band,
  ...overview,
  ...risk,
  ...other,
  ...table,
  texts,
};
