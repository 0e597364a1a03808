import { backtest } from './backtest.ts';
import { connection } from './connection.ts';
import { session } from './session.ts';
import { ticket } from './ticket.ts';

/** The machines that are folded, in the order in which they are: the facts of one come from those before it. */
export const machines = { session, connection, ticket, backtest };
