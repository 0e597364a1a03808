import type { machines } from '../machines/table.ts';
import type { MachineEffects, MachinePorts } from './machine-effects.ts';
import { performBacktest } from './perform-backtest.ts';
import { performBot } from './perform-bot.ts';
import { performConnection } from './perform-connection.ts';
import { performMode } from './perform-mode.ts';
import { performSession } from './perform-session.ts';
import { performTicket } from './perform-ticket.ts';

/** What performs the effects of each folded machine. */
export const performersOf = (ports: MachinePorts): Readonly<Record<keyof typeof machines, MachineEffects>> => ({
  session: performSession(ports),
  connection: performConnection(ports),
  bot: performBot(ports),
  mode: performMode(ports),
  ticket: performTicket(ports),
  backtest: performBacktest(ports),
});
