import { EMPTY, type Observable, throwError } from 'rxjs';

/** For `catchError`: a defect of one task must not end the stream of all others, so RxJS reports it as an uncaught error. */
export const reported = (error: unknown): Observable<never> => {
  throwError(() => error).subscribe();
  return EMPTY;
};
