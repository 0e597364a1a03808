import { catchError, concatMap, defer, filter, groupBy, map, mergeMap, type Observable, switchMap } from 'rxjs';
import { after } from '../gateway/waiting.ts';
import { commandNames } from '../journal/names.ts';
import { calls, storageKeys } from '../rules/limits.ts';
import type { Effects } from './effects.ts';

const fetched = async (): Promise<Effects> => (await import('./later-effects.ts')).laterEffects;

/** Fetches the code of the later effects, so that no command waits for it. Never rejects. */
export const prepareEffects = (): Promise<unknown> => fetched().catch(() => {});

/**
 * The later effects, by code that is fetched for the first command, or for a start where an earlier session kept parameters. Commands wait
 * for it in their order; while it cannot be fetched, it is tried again each second.
 */
export const createFetchedEffects =
  (fetch = fetched): Effects =>
  (messages$, ports) => {
    const load = (): Observable<Effects> =>
      defer(fetch).pipe(catchError(() => after(ports.clock, calls.first_retry_ms).pipe(switchMap(load))));
    const keeps = (): boolean => ports.storage.get(storageKeys.parameters) !== null;
    return messages$.pipe(
      filter(({ type }) =>
        type === 'ClientStarted' ? keeps() : commandNames.includes(type) && !/^(Unw|W)atch/.test(type),
      ),
      concatMap((message) => load().pipe(map((effects) => ({ effects, message })))),
      groupBy(({ effects }) => effects, { element: ({ message }) => message }),
      mergeMap((theirs$) => theirs$.key(theirs$, ports)),
    );
  };
