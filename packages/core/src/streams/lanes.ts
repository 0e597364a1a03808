import { catchError, concat, defer, EMPTY, mergeMap, type Observable, type OperatorFunction, of, tap } from 'rxjs';
import type { RefusalCode } from '../journal/code.ts';
import { contentOf, type StampedCommand } from '../journal/command.ts';
import type { ClientEvent } from '../journal/event.ts';
import { selectMode } from '../selectors/bot.ts';
import { type EffectPorts, reported } from './perform.ts';

/** How the commands of one type are performed. */
export type Row<C extends StampedCommand> = {
  /** Names the target: the commands of one lane run one after the other. Null when there is nothing to do. */
  readonly lane: (command: C) => string | null;
  /** Moves real money: while one runs, another body for the same target is refused, not queued. */
  readonly money?: true;
  /** Moves real money unless the mode is paper: refused without the typed word. */
  readonly needsWord?: (command: C) => boolean;
  /** Event emitted when the call begins; null without a call. */
  readonly began?: (command: C, ports: EffectPorts) => ClientEvent | null;
  /** Makes the call and emits the event of its outcome. */
  readonly perform: (command: C, ports: EffectPorts) => Observable<ClientEvent>;
};
export type Rows = { readonly [T in StampedCommand['type']]?: Row<Extract<StampedCommand, { type: T }>> };

/** `running` null while the outcome of the last command is being emitted. */
type Lane = { running: StampedCommand | null; waiting: readonly StampedCommand[] };

/**
 * Performs commands by their rows, one after the other in each lane. While a command runs or waits, an equal one is
 * dropped: one call. One with another body waits, in place of a waiting one of its type, or is refused where money moves.
 */
export const inLanes = (rows: Rows, ports: EffectPorts): OperatorFunction<StampedCommand, ClientEvent> => {
  const lanes = new Map<string, Lane>();

  const run = (name: string, row: Row<StampedCommand>, command: StampedCommand): Observable<ClientEvent> => {
    const lane = lanes.get(name) ?? { running: null, waiting: [] };
    lanes.set(name, lane);
    lane.running = command;
    const began = row.began?.(command, ports) ?? null;
    const ended$ = defer(() => row.perform(command, ports)).pipe(
      catchError(reported),
      tap({ next: () => release(lane, command), complete: () => release(lane, command) }),
    );
    return concat(
      began === null ? EMPTY : of(began),
      ended$,
      defer(() => next(name, lane)),
    );
  };

  const next = (name: string, lane: Lane): Observable<ClientEvent> => {
    if (lane.running !== null) return EMPTY;
    const [command, ...waiting] = lane.waiting;
    lane.waiting = waiting;
    const row = command === undefined ? undefined : rowOf(rows, command);
    if (command !== undefined && row !== undefined) return run(name, row, command);
    lanes.delete(name);
    return EMPTY;
  };

  const receive = (command: StampedCommand): Observable<ClientEvent> => {
    const row = rowOf(rows, command);
    const name = row?.lane(command) ?? null;
    if (row === undefined || name === null) return EMPTY;
    if (row.needsWord?.(command) && !isWorded(command, ports)) return of(refusal(command, 'live_unconfirmed'));
    const lane = lanes.get(name);
    const busy = [...(lane?.running ? [lane.running] : []), ...(lane?.waiting ?? [])];
    if (lane === undefined || busy.length === 0) return run(name, row, command);
    const latest = busy.findLast(({ type }) => type === command.type);
    if (latest !== undefined && contentOf(latest) === contentOf(command)) return EMPTY;
    if (row.money === true) return of(refusal(command, 'busy'));
    lane.waiting = [...lane.waiting.filter(({ type }) => type !== command.type), command];
    return EMPTY;
  };

  return mergeMap(receive);
};

const rowOf = (rows: Rows, { type }: StampedCommand): Row<StampedCommand> | undefined =>
  rows[type] as Row<StampedCommand> | undefined;

const release = (lane: Lane, command: StampedCommand): void => {
  if (lane.running === command) lane.running = null;
};

const isWorded = (command: StampedCommand, { state }: EffectPorts): boolean =>
  selectMode(state()) === 'paper' || ('confirm' in command && command.confirm === 'LIVE');

const refusal = ({ type }: StampedCommand, code: RefusalCode): ClientEvent => ({
  type: 'CommandRefused',
  command: type,
  code,
  params: {},
});
