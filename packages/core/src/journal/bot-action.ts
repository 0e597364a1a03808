import * as z from 'zod/mini';

export const botAction = z.enum(['start', 'stop', 'restart', 'kill', 'reset']);
export type BotAction = z.infer<typeof botAction>;

const orders = z.nullable(z.number());
/** Result of a kill: orders whose cancel was sent, orders whose outcome is unknown, assets still held; null if the bot states none. */
export const KillOutcome = z.object({ sent: orders, unknown: orders, held: orders });
