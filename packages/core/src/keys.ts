import type { Result } from './gateway/api.ts';
import { type KeyStore, keepCommands, keptCommands, memoryStorage } from './gateway/storage.ts';
import {
  type Command,
  type CommandType,
  contentOf,
  type ExecutionOrder,
  executionOrderIn,
  isMutation,
  type StampedCommand,
} from './journal/command.ts';
import type { ClientEvent } from './journal/event.ts';
import type { Message } from './journal/journal.ts';
import { mayBeDone, mayPass } from './journal/problem.ts';
import { calls, caps } from './rules/limits.ts';

/** Gives each mutating command its idempotency key. */
export type Keys = {
  /**
   * The command with its moment, in epoch milliseconds, and its key: an unsettled earlier command with the same content passes its key on.
   */
  stamp(command: Command, at: number): StampedCommand;
  /** Drops the keys of commands that an event settles. */
  receive(message: Message): void;
  /** A call with this key is made: from now on the command may have been performed. */
  begin(key: string | undefined): void;
  /** Commands of a previous page whose answers were lost, as an event; null without any. */
  restored(): ClientEvent | null;
  /** An answer settles the command whose key was sent. */
  settle(result: Result<unknown>, key: string | undefined): void;
};

/** `content`: of the command without its stamp; `sent`: a call with the key was made. */
type Unsettled = { type: CommandType; content: string; key: string; at: number; sent: boolean };

/** Sent twice, these have a second effect: their key is kept until the bot answers, also over a reload of the page. */
const singular: readonly CommandType[] = ['ExecuteOpportunity', 'PlaceOrder', 'ResolveStranded', 'RunBacktest'];
const ofMoney: readonly CommandType[] = ['ExecuteOpportunity', 'PlaceOrder', 'ResolveStranded'];

const keptIn = (session: KeyStore): readonly Unsettled[] =>
  keptCommands(session).flatMap((one) => {
    const type = singular.find((known) => known === one.type);
    return type === undefined ? [] : { ...one, type, sent: true };
  });
const keepIn = (session: KeyStore, unsettled: readonly Unsettled[]): void =>
  keepCommands(
    session,
    unsettled.filter(({ type, sent }) => sent && singular.includes(type)),
  );

/** The execution of a kept command; null for another command and for one that cannot be read. */
const orderOf = ({ type, content, key }: Unsettled): ExecutionOrder | null =>
  type === 'ExecuteOpportunity' ? executionOrderIn(content, key) : null;
const lifecycle: readonly CommandType[] = ['StartBot', 'StopBot', 'RestartBot', 'KillBot', 'ResetKill', 'ChangeMode'];

/**
 * Keys of the commands without an answer. The same command sent again has the same key, so that the bot does it once.
 *
 * A key kept too long makes the bot repeat an old answer instead of acting. Where repeating does no harm, the latest command of its
 * type alone keeps its key, for a minute, and one of the lifecycle until the next status: a Stop must stop a bot started meanwhile.
 *
 * `addedTo`: what performing a command adds to its body. The bot refuses a key that comes back with another body.
 */
export const createKeys = (
  addedTo: (command: Command) => string = () => '',
  session: KeyStore = memoryStorage(),
): Keys => {
  const before = keptIn(session);
  let unsettled = before;
  const set = (next: readonly Unsettled[]): void => {
    const changed = next.filter(({ sent }) => sent).length !== unsettled.filter(({ sent }) => sent).length;
    unsettled = next;
    if (changed) keepIn(session, unsettled);
  };
  const keep = (kept: (one: Unsettled) => boolean): void => set(unsettled.filter(kept));
  return {
    stamp: (command, at) => {
      if (!isMutation(command.type)) return command as StampedCommand;
      const { type } = command;
      const content = contentOf(command) + addedTo(command);
      const same = (one: Unsettled) => one.content === content;
      keep((one) => singular.includes(one.type) || at - one.at < calls.key_kept_ms);
      const { key, sent } = unsettled.find(same) ?? { key: newKey(), sent: false };
      const others = unsettled.filter((one) => !same(one) && (one.type !== type || singular.includes(type)));
      set([...others, { type, content, key, at, sent }].slice(-caps.keys));
      return { ...command, at, key } as StampedCommand;
    },
    begin: (key) => set(unsettled.map((one) => (one.key === key ? { ...one, sent: true } : one))),
    restored: () => {
      const orders = before.map(orderOf).filter((order) => order !== null);
      const count = before.filter(({ type }) => ofMoney.includes(type)).length;
      return count === 0 ? null : { type: 'CommandsRestored', orders, count };
    },
    receive: (message) => {
      const { type } = message;
      if (type === 'SignedOut') keep((one) => singular.includes(one.type));
      if (type === 'DataReplaced') keep(() => false);
      const isStatus = type === 'BotStatusReported' || (type === 'ResourceLoaded' && message.resource === 'status');
      if (isStatus) keep((one) => !lifecycle.includes(one.type));
    },
    settle: (result, key) => {
      if (result.ok || !(mayPass(result.problem) || mayBeDone(result.problem))) keep((one) => one.key !== key);
    },
  };
};

/** 128 random bits as hex. */
const newKey = (): string => {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
};
