import type { Backend } from '../backend.ts';
import type { Handlers } from '../handler.ts';

export const feedRoutes = ({ engine }: Backend): Pick<Handlers, 'feeds.list'> => ({
  'feeds.list': () => ({ data: [...engine.connections()] }),
});
