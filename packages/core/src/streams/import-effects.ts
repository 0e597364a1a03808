import type { Observable } from 'rxjs';
import type { Import } from '../contract/import.ts';
import type { Result } from '../gateway/api.ts';
import type { ClientEvent } from '../journal/event.ts';
import type { Rows } from './lanes.ts';
import { outcome, retried } from './perform.ts';

const importOutcome = (call$: Observable<Result<Import>>): Observable<ClientEvent> =>
  outcome(
    call$,
    (job) => ({ type: 'ImportAnswered', job }),
    (problem) => ({ type: 'ImportRefused', problem }),
  );

/** Imports of recorded prices. */
export const importEffects = {
  PreviewImport: {
    lane: () => 'import preview',
    perform: ({ request }, { api, clock }) =>
      outcome(
        retried(clock, (signal) => api.call('recordings.preview', { body: request }, { signal })),
        (preview) => ({ type: 'ImportPreviewed', request, preview }),
        (problem) => ({ type: 'ImportPreviewed', request, problem }),
      ),
  },
  RunImport: {
    lane: () => 'import',
    perform: ({ request, key }, { api, clock }) =>
      importOutcome(retried(clock, () => api.call('recordings.import', { body: request }, { key }))),
  },
  CancelImport: {
    lane: () => 'import cancel',
    perform: ({ import_id, key }, { api, clock }) =>
      importOutcome(retried(clock, () => api.call('recordings.import.cancel', { path: { id: import_id } }, { key }))),
  },
} as const satisfies Rows;
