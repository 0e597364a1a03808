import { backtest } from './en/backtest.ts';
import { band } from './en/band.ts';
import { texts } from './en/codes.ts';
import { control } from './en/control.ts';
import { forms } from './en/forms.ts';
import { other } from './en/other.ts';
import { overview } from './en/overview.ts';
import { risk } from './en/risk.ts';
import { settings } from './en/settings.ts';
import { shell } from './en/shell.ts';
import { table } from './en/table.ts';
import { ticket } from './en/ticket.ts';
import { trading } from './en/trading.ts';

/** Every text of the dashboard; `es.ts` has the same keys. */
export const en = {
  ...shell,
  ...band,
  ...overview,
  ...trading,
  ...control,
  ...forms,
  ...risk,
  ...settings,
  ...backtest,
  ...other,
  ...table,
  ...ticket,
  texts,
};

export type Messages = typeof en;
