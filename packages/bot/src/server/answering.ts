import type { FastifyInstance } from 'fastify';

/** How long an end waits for the calls that are being answered, in ms. */
const patienceMs = 1_000;

/**
 * Counts the calls that are being answered. The returned function resolves once there is none, so that a call which ends the bot is
 * answered too; it does not wait for what takes longer than a second.
 */
export function countAnswering(app: FastifyInstance): () => Promise<void> {
  let count = 0;
  let tell = () => {};
  app.addHook('onRequest', async () => {
    count++;
  });
  app.addHook('onResponse', async () => {
    count--;
    if (count === 0) tell();
  });
  return () =>
    new Promise((resolve) => {
      if (count === 0) return resolve();
      const timer = setTimeout(resolve, patienceMs);
      tell = () => {
        clearTimeout(timer);
        resolve();
      };
    });
}
