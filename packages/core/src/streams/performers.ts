import type { machines } from '../machines/table.ts';
import { performConnection } from './connection-effects.ts';
import type { MachineEffects, MachinePorts } from './machine-effects.ts';

/** What performs the effects of each folded machine. */
export const performersOf = (ports: MachinePorts): Readonly<Record<keyof typeof machines, MachineEffects>> => ({
  connection: performConnection(ports),
});
