import { isoTime } from '../../model/moment.ts';
import type { Backend } from '../backend.ts';
import type { Handlers } from '../handler.ts';
import { pageOf } from '../page.ts';
import { notFound, notValid, Refusal } from '../problem.ts';

type Calls =
  | 'recordings.files'
  | 'recordings.preview'
  | 'recordings.import'
  | 'recordings.imports'
  | 'recordings.import.get'
  | 'recordings.import.cancel';

const busy = (what: string) => new Refusal(409, 'import_running', `Another ${what}: try again when it is over.`);

export const importRoutes = ({ imports }: Backend): Pick<Handlers, Calls> => ({
  'recordings.files': async () => ({
    data: (await imports.files()).map(({ at, ...file }) => ({ ...file, at: isoTime(Math.floor(at)) })),
  }),
  'recordings.preview': async ({ body }) => {
    const answer = await imports.preview(body);
    if (answer === 'busy') return busy('preview is being made');
    return 'field' in answer ? notValid(answer.field, answer.message) : answer;
  },
  'recordings.import': async ({ body }) => {
    const answer = await imports.run(body);
    if (answer === 'busy') return busy('import runs');
    return 'field' in answer ? notValid(answer.field, answer.message) : answer;
  },
  'recordings.imports': ({ query }) => pageOf(imports.all(), query),
  'recordings.import.get': ({ parameters: { id } }) =>
    imports.all().find((one) => one.id === id) ?? notFound('import', id),
  'recordings.import.cancel': async ({ parameters: { id } }) => {
    const record = await imports.cancel(id);
    if (record === null) return notFound('import', id);
    return record.status === 'cancelled'
      ? record
      : new Refusal(409, 'import_over', `The import is over already: ${record.status}.`);
  },
});
