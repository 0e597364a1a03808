import type { Backend } from '../backend.ts';
import type { Handlers } from '../handler.ts';
import { lifeOf } from '../life.ts';
import { livesOf } from '../lives.ts';
import { Refusal, unread } from '../problem.ts';
import { searchQueue } from '../queue.ts';

export function lifeRoutes(backend: Backend): Pick<Handlers, 'history.list' | 'history.get'> {
  const queue = searchQueue();
  return {
    'history.list': ({ query }) => queue.run(() => livesOf(backend.store, query)),
    'history.get': ({ parameters: { id } }) =>
      queue.run(async () => unread(backend.archive) ?? (await lifeOf(backend, id)) ?? notKept(id)),
  };
}

const notKept = (id: string): Refusal =>
  new Refusal(404, 'not_kept', `Nothing is known by the id ${id}: it is not kept any more, or never was.`);
