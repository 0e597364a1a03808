import type { Backend } from '../backend.ts';
import { factsPage } from '../facts-page.ts';
import type { Handlers } from '../handler.ts';
import { lifeOf } from '../life.ts';
import { livesOf } from '../lives.ts';
import { Refusal, unread } from '../problem.ts';
import { searchQueue } from '../queue.ts';

export function lifeRoutes(backend: Backend): Pick<Handlers, 'history.list' | 'history.get' | 'facts.list'> {
  const queue = searchQueue();
  const watchedBefore = (at: number) =>
    unread(backend.archive) === null ? backend.archive.opened(at + 1).provenance : null;
  return {
    'history.list': ({ query }) => queue.run(() => livesOf(backend.store, query)),
    'history.get': ({ parameters: { id } }) =>
      queue.run(async () => unread(backend.archive) ?? (await lifeOf(backend, id)) ?? notKept(id)),
    'facts.list': ({ query }) => queue.run(() => redacted(backend, factsPage(backend.store, watchedBefore, query))),
  };
}

/** A reason that an operator gave may quote a secret. */
async function redacted<T>({ redact }: Backend, page: Promise<T>): Promise<T> {
  const found = await page;
  return found instanceof Refusal ? found : (JSON.parse(redact(JSON.stringify(found))) as T);
}

const notKept = (id: string): Refusal =>
  new Refusal(404, 'not_kept', `Nothing is known by the id ${id}: it is not kept any more, or never was.`);
