import { commands, isMutation } from './command.ts';
import type { Message } from './journal.ts';

const secret = /pass|token|secret|api_?key|^key$|^code$|authorization|credential/i;
const struck = '•••';

/** What may be kept of a message: of a command, everything but the values of fields that sound like a secret. */
export const redact = <M extends Message>(message: M): M => {
  if (!Object.hasOwn(commands, message.type)) return message;
  const kept = strike(message) as M;
  // The `code` of a toast names its text: only that of a sign-in is a secret.
  if (message.type === 'ShowToast') return { ...kept, code: message.code };
  // The `key` of a stamped command is its idempotency key. A field of that name anywhere below may be an API key.
  return isMutation(message.type) && 'key' in message ? { ...kept, key: message.key } : kept;
};

// What is shorter could stand anywhere.
const shortest = 4;
/** The secrets in a value: the texts of fields that sound like one. */
export const secretsIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'string' && secret.test(name) && inner.length >= shortest ? [inner] : secretsIn(inner),
  );
};

/** A text without the secrets that it repeats. */
export const without = (secrets: readonly string[], text: string): string =>
  secrets.reduce((clean, one) => clean.replaceAll(one, struck), text);

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
