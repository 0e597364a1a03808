import { backtest } from './backtest.ts';
import { bot } from './bot.ts';
import { connection } from './connection.ts';
import { mode } from './mode.ts';
import { session } from './session.ts';
import { ticket } from './ticket.ts';

/** The machines that are folded, in the order in which they are: the facts of one come from those before it. */
export const machines = { session, connection, bot, mode, ticket, backtest };
