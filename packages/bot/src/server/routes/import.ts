import { isoTime } from '../../model/moment.ts';
import type { ImportFile } from '../../recording/imports-folder.ts';
import type { UploadFault } from '../../recording/upload-desk.ts';
import type { Backend } from '../backend.ts';
import type { Handlers } from '../handler.ts';
import { pageOf } from '../page.ts';
import { notFound, notValid, Refusal } from '../problem.ts';

type Calls =
  | 'recordings.files'
  | 'recordings.files.upload'
  | 'recordings.files.remove'
  | 'recordings.preview'
  | 'recordings.import'
  | 'recordings.imports'
  | 'recordings.import.get'
  | 'recordings.import.cancel';

const busy = (what: string) => new Refusal(409, 'import_running', `Another ${what}: try again when it is over.`);

const fileRecord = ({ at, ...file }: ImportFile) => ({ ...file, at: isoTime(Math.floor(at)) });

/** A file that was not taken; nothing of it is left. */
const untaken = (name: string, why: UploadFault): Refusal => {
  switch (why.fault) {
    case 'bad_name':
      return notValid('name', 'it must be a plain file name of letters, digits and common signs');
    case 'file_exists':
      return new Refusal(409, why.fault, `There is a file ${name} already: remove it first.`, { params: { name } });
    case 'too_many_uploads':
      return new Refusal(429, why.fault, 'Too many files are being sent at once.', { retryAfterSeconds: 5 });
    case 'file_too_large': {
      const { fault, mostBytes: most_bytes } = why;
      return new Refusal(413, fault, `A file has at most ${gigabytes(most_bytes)} GB.`, { params: { most_bytes } });
    }
    case 'no_room': {
      const { fault, room } = why;
      const detail = `There is room for ${gigabytes(room)} GB: remove files that were imported, or make room on the disk.`;
      return new Refusal(507, fault, detail, { params: { room_bytes: room } });
    }
    case 'cut_off':
      return new Refusal(400, 'cut_off', 'The file did not come whole; nothing of it is left.');
    case 'unwritable':
      return new Refusal(503, 'unavailable', `The file cannot be written: ${why.reason}.`);
  }
};
const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(1);

export const importRoutes = ({ imports, uploads }: Backend): Pick<Handlers, Calls> => ({
  'recordings.files': async () => ({ data: (await imports.files()).map(fileRecord) }),
  'recordings.files.upload': async ({ parameters: { name }, file }) => {
    if (file === undefined) return new Refusal(400, 'malformed', 'The body is the bytes of the file.');
    const taken = await uploads.take({ name, ...file });
    return 'fault' in taken ? untaken(name, taken) : fileRecord(taken);
  },
  'recordings.files.remove': async ({ parameters: { name } }) => {
    const answer = await imports.remove(name);
    if (answer === 'busy') return busy('import or preview reads it');
    return answer ? undefined : notFound('file', name);
  },
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
