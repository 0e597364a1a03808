import { connection } from './connection.ts';

/** The machines that are folded, in the order in which they are: the facts of one come from those before it. */
export const machines = { connection };
