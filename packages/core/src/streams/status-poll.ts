import { defer, filter, map, merge, mergeMap, type Observable, switchMap } from 'rxjs';
import type { BotStatus } from '../contract/index.ts';
import type { Api, Result } from '../gateway/api.ts';
import type { Clock } from '../gateway/clock.ts';
import { every } from '../gateway/waiting.ts';
import type { ClientEvent } from '../journal/event.ts';
import type { ProblemKind } from '../journal/problem.ts';
import { reconnect } from '../rules/limits.ts';
import { call, within } from './perform.ts';

const unanswered: readonly ProblemKind[] = ['network', 'timeout', 'server'];

/**
 * Asks a bot that answers no pings for its status: every `poll_every_ms`, with a limit of `poll_within_ms`. A miss is
 * `BotSilent`, once. `check$`: asks at once whether an answer is overdue.
 */
export const statusPoll = (api: Api, clock: Clock, check$: Observable<void>): Observable<ClientEvent> =>
  defer(() => {
    let since = clock.now();
    let isSilent = false;
    const missed = (): ClientEvent[] => {
      if (isSilent) return [];
      isSilent = true;
      return [{ type: 'BotSilent', since }];
    };
    const eventsOf = (result: Result<BotStatus> | null): ClientEvent[] => {
      if (result === null || (!result.ok && unanswered.includes(result.problem.kind))) return missed();
      since = clock.now();
      isSilent = false;
      return [
        result.ok ? { type: 'ResourceLoaded', resource: 'status', value: result.value } : { type: 'StatusAnswered' },
      ];
    };
    const ask$ = within(
      clock,
      reconnect.poll_within_ms,
      call((signal) => api.call('bot.status', {}, { signal })),
    );
    const overdue$ = check$.pipe(
      filter(() => clock.now() - since > reconnect.poll_every_ms + reconnect.poll_within_ms),
      map(missed),
    );
    return merge(
      every(clock, reconnect.poll_every_ms).pipe(
        switchMap(() => ask$),
        map(eventsOf),
      ),
      overdue$,
    ).pipe(mergeMap((events) => events));
  });
