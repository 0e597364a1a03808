import type { CallName, ClientRoutes } from './routes.ts';

/** The areas that are loaded without the others, by the word with which the names of their calls begin. */
const areas: Readonly<Record<string, () => Promise<Partial<ClientRoutes>>>> = {
  bot: async () => (await import('./bot.ts')).botRoutes,
  health: async () => (await import('./health.ts')).healthRoutes,
};

/**
 * The row of a call as `clientRoutes` has it, with no more schemas than those of its area where that is possible: to make all takes a
 * program that makes one call longer than the call. Rejects if it cannot be loaded.
 */
export const routeByArea = async <N extends CallName>(name: N): Promise<ClientRoutes[N]> => {
  const area = areas[name.split('.')[0] ?? ''];
  const { [name]: route = (await import('./routes.ts')).clientRoutes[name] } = (await area?.()) ?? {};
  return route as ClientRoutes[N];
};
