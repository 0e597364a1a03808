import type { RefusalCode } from '../journal/code.ts';
import type { ClientEvent } from '../journal/event.ts';
import type { MachineEvent } from './protocol.ts';

/** The event of a refused command: nothing was sent. */
export const refusal = ({ type }: MachineEvent, code: RefusalCode): ClientEvent => ({
  type: 'CommandRefused',
  command: type,
  code,
  params: {},
});

/** Refuses the command at hand with this code, through the machine's effect `emit`. */
export const refuse = (code: RefusalCode) => ({
  type: 'emit' as const,
  params: ({ event }: { event: MachineEvent }): ClientEvent => refusal(event, code),
});
