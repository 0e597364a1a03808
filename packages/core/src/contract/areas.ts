import { statusCall } from './bot-status.ts';
import type { CallName, CallRow, ClientRoutes } from './routes.ts';

/** The areas that are loaded without the others, by the word with which the names of their calls begin. */
const areas: Readonly<Record<string, () => Promise<Partial<ClientRoutes>>>> = {
  bot: async () => (await import('./bot.ts')).botRoutes,
  health: async () => (await import('./health.ts')).healthRoutes,
};

/**
 * What making a call needs of its row in `clientRoutes`, with no more schemas than those of its area where that is possible, of the status no
 * more than its own: to make all takes a program that makes one call longer than the call. Rejects if it cannot be loaded.
 */
export const routeByArea = async <N extends CallName>(name: N): Promise<CallRow<N>> => {
  if (name === 'bot.status') return statusCall as CallRow<'bot.status'> as CallRow<N>;
  const area = areas[name.split('.')[0] ?? ''];
  const { [name]: route = (await import('./routes.ts')).clientRoutes[name] } = (await area?.()) ?? {};
  return route as CallRow<N>;
};
