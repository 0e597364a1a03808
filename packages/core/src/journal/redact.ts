import { type Command, commands } from './command.ts';
import type { ClientEvent } from './event.ts';

const secret = /pass|token|secret|api_?key|^key$|^code$|authorization|credential/i;
const struck = '•••';

/** What may be kept of a message: of a wish, everything but the values of fields that sound like a secret. */
export const redact = <M extends ClientEvent | Command>(message: M): M =>
  Object.hasOwn(commands, message.type) ? (strike(message) as M) : message;

const strike = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(strike);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secret.test(name) && inner !== undefined ? struck : strike(inner),
    ]),
  );
};
