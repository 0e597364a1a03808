import type { Command } from './command.ts';
import type { ClientEvent } from './event.ts';

/** What enters the journal: a fact, or a wish with its secrets struck out. */
export type Message = ClientEvent | Command;

/** `seq` counts from 1 and orders everything; `at` is epoch milliseconds. */
export type Entry = { readonly seq: number; readonly at: number; readonly message: Message };
