import type { machines } from '../machines/table.ts';
import { performConnection } from './connection-effects.ts';
import type { MachineEffects, MachinePorts } from './machine-effects.ts';
import { performBacktest } from './perform-backtest.ts';
import { performSession } from './perform-session.ts';
import { performTicket } from './perform-ticket.ts';

/** What performs the effects of each folded machine. */
export const performersOf = (ports: MachinePorts): Readonly<Record<keyof typeof machines, MachineEffects>> => ({
  session: performSession(ports),
  connection: performConnection(ports),
  ticket: performTicket(ports),
  backtest: performBacktest(ports),
});
