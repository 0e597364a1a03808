import { notYet } from '../backend.ts';
import type { Handlers } from '../handler.ts';

/** Calls of the contract that this version answers with 501; `/health` announces none of them. */
const LATER = [
  'backtest.run',
  'backtest.list',
  'backtest.get',
  'backtest.delete',
  'backtest.cancel',
  'backtest.report',
] as const satisfies readonly (keyof Handlers)[];

type LaterRoutes = (typeof LATER)[number];

export function laterRoutes(): Pick<Handlers, LaterRoutes> {
  return Object.fromEntries(LATER.map((name) => [name, notYet])) as unknown as Pick<Handlers, LaterRoutes>;
}
