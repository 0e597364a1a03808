import { defer, filter, groupBy, map, merge, mergeMap, type Observable, startWith, switchMap } from 'rxjs';
import { after } from '../gateway/waiting.ts';
import type { ClientEvent } from '../journal/event.ts';
import type { Message } from '../journal/journal.ts';
import type { ResourceName } from '../journal/resource.ts';
import { resourceNames } from '../journal/resource.ts';
import { invalidatedBy } from '../resources/table.ts';
import { calls } from '../rules/limits.ts';
import { type ResourcePorts, resource, type Session, type Settled, type Trigger } from './resource.ts';

/** Keeps the watched resources loaded, driven by the messages of the journal. */
export const resources = (messages$: Observable<Message>, ports: ResourcePorts): Observable<ClientEvent> =>
  defer(() => {
    let session: Session = { settled: false, signedOut: false };
    const triggersOf = (message: Trigger['message']): readonly Trigger[] => {
      session = sessionAfter(session, message);
      return concerned(message).map((name) => ({ name, message, session }));
    };
    // One for all, so that held resources load with one call.
    const settled$ = messages$.pipe(
      filter(({ type }) => type === 'SignedIn'),
      startWith(null),
      switchMap(() => after(ports.clock, calls.settle_ms)),
      // Without a token, loads wait until the bot has answered whether it demands one. The connection does not wait.
      filter(() => ports.state().session.value !== 'open' || ports.state().connection.value !== 'probing'),
      map((): Settled => ({ type: 'Settled' })),
    );
    return merge(messages$, settled$).pipe(
      map(triggersOf),
      filter(({ length }) => length > 0),
      mergeMap((triggers) => triggers),
      groupBy(({ name }) => name),
      mergeMap((triggers$) => resource(triggers$.key, triggers$, ports)),
    );
  });

const sessionAfter = (session: Session, { type }: Trigger['message']): Session => {
  // A new session brings a new connection.
  if (type === 'SignedIn') return { settled: false, signedOut: false };
  if (type === 'SignedOut') return { ...session, signedOut: true };
  const settling = ['Connected', 'ConnectionLost', 'ReconnectionExhausted', 'Settled'];
  return settling.includes(type) ? { ...session, settled: true } : session;
};

const concerned = (message: Trigger['message']): readonly ResourceName[] => {
  switch (message.type) {
    case 'Watch':
    case 'Unwatch':
    case 'Refresh':
    case 'ResourceDropped':
      return [message.resource];
    case 'Connected':
    case 'ConnectionLost':
    case 'ReconnectionExhausted':
    case 'Settled':
    case 'SignedIn':
    case 'SignedOut':
      return resourceNames;
    default:
      return invalidatedBy(message);
  }
};
