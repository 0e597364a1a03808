import { defer, filter, groupBy, map, mergeMap, type Observable } from 'rxjs';
import type { ClientEvent } from '../journal/event.ts';
import type { Message } from '../journal/journal.ts';
import { type ResourceName, resourceNames } from '../journal/resource.ts';
import { invalidatedBy } from '../resources/table.ts';
import { type ResourcePorts, resource, type Session, type Trigger } from './resource.ts';

/** Keeps the watched resources loaded: what is requested, loaded and failed, from the messages of the journal. */
export const resources = (messages$: Observable<Message>, ports: ResourcePorts): Observable<ClientEvent> =>
  defer(() => {
    let session: Session = { settled: false, signedOut: false };
    const triggersOf = (message: Message): readonly Trigger[] => {
      session = sessionAfter(session, message);
      return concerned(message).map((name) => ({ name, message, session }));
    };
    return messages$.pipe(
      map(triggersOf),
      filter(({ length }) => length > 0),
      mergeMap((triggers) => triggers),
      groupBy(({ name }) => name),
      mergeMap((triggers$) => resource(triggers$.key, triggers$, ports)),
    );
  });

const sessionAfter = (session: Session, { type }: Message): Session => {
  switch (type) {
    case 'Connected':
    case 'ConnectionLost':
    case 'ReconnectionExhausted':
      return { ...session, settled: true };
    // A new session brings a new connection.
    case 'SignedIn':
      return { settled: false, signedOut: false };
    case 'SignedOut':
      return { ...session, signedOut: true };
    default:
      return session;
  }
};

const concerned = (message: Message): readonly ResourceName[] => {
  switch (message.type) {
    case 'Watch':
    case 'Unwatch':
    case 'Refresh':
    case 'ResourceDropped':
      return [message.resource];
    case 'Connected':
    case 'ConnectionLost':
    case 'ReconnectionExhausted':
    case 'SignedIn':
    case 'SignedOut':
      return resourceNames;
    default:
      return invalidatedBy(message);
  }
};
