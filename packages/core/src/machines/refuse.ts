import type { RefusalCode } from '../journal/code.ts';
import type { ClientEvent } from '../journal/event.ts';
import type { Heard } from './heard.ts';

/** The event of a refused command: nothing was sent. */
export const refusal = ({ type }: Heard, code: RefusalCode): ClientEvent => ({
  type: 'CommandRefused',
  command: type,
  code,
  params: {},
});

/** Refuses the command at hand with this code, through the machine's effect `tell`. */
export const refuse = (code: RefusalCode) => ({
  type: 'tell' as const,
  params: ({ event }: { event: Heard }): ClientEvent => refusal(event, code),
});
