import { firstRoutes } from './first-routes.ts';
import type { CallName, ClientRoutes } from './routes.ts';

let known: Partial<ClientRoutes> = firstRoutes;

/** Fetches the rows of the table that are not part of a page from its start; tried again by the next call if that fails. */
const loadRoutes = async (): Promise<void> => {
  known = (await import('./routes.ts')).clientRoutes;
};

/** The row of a call, with the schema of its answer. Rejects if it is not part of the page and cannot be fetched. */
export const routeOf = async <N extends CallName>(name: N): Promise<ClientRoutes[N]> => {
  if (known[name] === undefined) await loadRoutes();
  const { [name]: route } = known as ClientRoutes;
  return route;
};

/** A call as a person reads it, `GET /bot/status`: its name while its row has not been fetched. */
export const callText = (name: CallName): string => {
  const { [name]: route } = known;
  return route === undefined ? name : `${route.method} ${route.path}`;
};

/** Fetches what later calls need, so that none waits for it and a page outlives an upgrade of its bot. Never rejects. */
export const prepareCalls = (): Promise<void> => loadRoutes().catch(() => {});
