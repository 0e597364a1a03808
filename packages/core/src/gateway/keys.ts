import { type Command, type CommandType, contentOf, isMutation, type StampedCommand } from '../journal/command.ts';
import type { Message } from '../journal/journal.ts';
import { mayPass } from '../journal/problem.ts';
import { calls, caps } from '../rules/limits.ts';
import type { Api, Result } from './api.ts';

/** Gives each mutating command its idempotency key. */
export type Keys = {
  /** The command with the moment, in epoch milliseconds, and its key: that of the same command before it while that is unsettled. */
  stamp(command: Command, at: number): StampedCommand;
  /** Drops the keys of commands that an event settles. */
  receive(message: Message): void;
  /** The same calls; an answer settles the command whose key was sent. */
  settling(api: Api): Api;
};

type Unsettled = { readonly type: CommandType; readonly content: string; readonly key: string; readonly at: number };

/** Sent twice, these have a second effect: their key is kept until the bot answers. */
const singular: readonly CommandType[] = ['ExecuteOpportunity', 'ResolveStranded', 'RunBacktest'];
const lifecycle: readonly CommandType[] = ['StartBot', 'StopBot', 'RestartBot', 'KillBot', 'ResetKill', 'ChangeMode'];

/**
 * Keys of the commands without an answer. The same command sent again has the same key, so that the bot does it once.
 *
 * A key kept too long makes the bot repeat an old answer instead of acting. Where repeating does no harm, the latest command of its
 * type alone keeps its key, for a minute, and one of the lifecycle until the next status: a Stop must stop a bot started meanwhile.
 *
 * `addedTo`: what performing a command adds to its body. The bot refuses a key that comes back with another body.
 */
export const createKeys = (addedTo: (command: Command) => string = () => ''): Keys => {
  let unsettled: readonly Unsettled[] = [];
  const keep = (kept: (one: Unsettled) => boolean): void => {
    unsettled = unsettled.filter(kept);
  };
  const settle = <T>(result: Result<T>, key: string | undefined): Result<T> => {
    if (result.ok || !mayPass(result.problem)) keep((one) => one.key !== key);
    return result;
  };
  return {
    stamp: (command, at) => {
      if (!isMutation(command.type)) return command as StampedCommand;
      const { type } = command;
      const content = contentOf(command) + addedTo(command);
      const same = (one: Unsettled) => one.content === content;
      keep((one) => singular.includes(one.type) || at - one.at < calls.key_kept_ms);
      const key = unsettled.find(same)?.key ?? newKey();
      keep((one) => !same(one) && (one.type !== type || singular.includes(type)));
      unsettled = [...unsettled, { type, content, key, at }].slice(-caps.keys);
      return { ...command, at, key } as StampedCommand;
    },
    receive: (message) => {
      const { type } = message;
      if (type === 'SignedOut') keep(() => false);
      const isStatus = type === 'BotStatusReported' || (type === 'ResourceLoaded' && message.resource === 'status');
      if (isStatus) keep((one) => !lifecycle.includes(one.type));
    },
    settling: (api) => ({
      call: async (name, request, options) => settle(await api.call(name, request, options), options?.key),
      download: api.download,
    }),
  };
};

/** 128 random bits as hex. */
const newKey = (): string =>
  Array.from(globalThis.crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
