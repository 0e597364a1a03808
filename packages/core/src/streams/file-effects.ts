import { concatMap, defer, EMPTY, from, Observable, takeWhile } from 'rxjs';
import type { ClientEvent } from '../journal/event.ts';
import type { Problem } from '../journal/problem.ts';
import type { Rows } from './lanes.ts';
import { type EffectPorts, outcome } from './perform.ts';

type Sending = Extract<ClientEvent, { type: 'FileSending' | 'FileSent' | 'FileUnsent' }>;

/** Progress is journalled this often, in ms. */
const everyMs = 500;
/** Problems of one file that another file may not have. */
const ofOneFile: readonly Problem['kind'][] = ['conflict', 'rejected'];

/** Sends one file: how far it is, and what became of it. */
const sendFile = (name: string, { api, clock, outbox }: EffectPorts, signal: AbortSignal): Observable<Sending> =>
  new Observable((subscriber) => {
    const file = outbox.take(name);
    if (file === undefined || signal.aborted) {
      subscriber.next({ type: 'FileUnsent', name });
      return subscriber.complete();
    }
    let saidAt = clock.now();
    const onSent = (sent: number): void => {
      if (clock.now() - saidAt < everyMs) return;
      saidAt = clock.now();
      subscriber.next({ type: 'FileSending', name, sent });
    };
    subscriber.next({ type: 'FileSending', name, sent: 0 });
    void api.upload('recordings.files.upload', { path: { name } }, file, { signal, onSent }).then((answer) => {
      if (answer.ok) subscriber.next({ type: 'FileSent', name, file: answer.value });
      else if (signal.aborted) subscriber.next({ type: 'FileUnsent', name });
      else subscriber.next({ type: 'FileUnsent', name, problem: answer.problem });
      subscriber.complete();
    });
  });

const goesOn = (event: Sending): boolean =>
  event.type !== 'FileUnsent' || (event.problem !== undefined && ofOneFile.includes(event.problem.kind));

/** Sends files to the bot one after the other, until one cannot be sent for a reason that others share. */
export const fileEffects = {
  SendFiles: {
    lane: () => 'files',
    perform: ({ files }, ports) =>
      defer(() => {
        const signal = ports.outbox.signal();
        return from(files).pipe(
          concatMap(({ name }) => sendFile(name, ports, signal)),
          takeWhile(goesOn, true),
        );
      }),
  },
  StopSending: {
    lane: () => 'stop files',
    perform: (_, { outbox }) => {
      outbox.stop();
      return EMPTY;
    },
  },
  RemoveFile: {
    lane: ({ name }) => `remove ${name}`,
    perform: ({ name }, { api }) =>
      outcome(
        from(api.call('recordings.files.remove', { path: { name } })),
        () => ({ type: 'FileRemoved', name }),
        (problem) => ({ type: 'FileNotRemoved', name, problem }),
      ),
  },
} as const satisfies Rows;
