import {
  type Ask,
  type Client,
  type Command,
  type Facts,
  factsOf,
  type Obstacle,
  type Permission,
  permitted,
  withWord,
} from '@triquad/core';
import { useClient, useClientState } from '../client-context.tsx';
import type { Messages } from '../messages/en.ts';
import { useMessages } from '../messages/messages.tsx';
import { type Confirm, type Question, useConfirm } from './confirm.ts';
import { questionOf } from './questions.tsx';

const order: readonly Ask[] = ['none', 'confirm', 'question', 'word'];
const covers = (answered: Ask, ask: Ask): boolean => order.indexOf(answered) >= order.indexOf(ask);

const listOf = (given: Command | readonly Command[]): readonly Command[] => [given].flat();

/** Commands that are sent together are asked for as the strictest of them. */
const permittedAll = (facts: Facts, commands: readonly Command[]): Permission =>
  commands
    .map((command) => permitted(facts, command))
    .reduce((all, one) => ({ ...(covers(all.ask, one.ask) ? all : one), obstacle: all.obstacle ?? one.obstacle }), {
      obstacle: null,
      ask: 'none',
      word: null,
    });

type Options = {
  /** In place of the command's own. */
  readonly question?: Partial<Question> | undefined;
  /** The screen itself has asked: only a word is still to be typed. */
  readonly isAsked?: boolean | undefined;
  /** A key that is easily pressed asks where a button sends at once. */
  readonly isKey?: boolean | undefined;
};
/** Sends commands, after one question. False: nothing was sent. */
export type Send = (commands: Command | readonly Command[], options?: Options) => Promise<boolean>;

type Asking = { readonly client: Client; readonly confirm: Confirm; readonly messages: Messages };

const sendBy =
  ({ client, confirm, messages }: Asking): Send =>
  async (given, { question, isAsked = false, isKey = false } = {}) => {
    const commands = listOf(given);
    let answered: Ask = isAsked ? 'question' : 'none';
    for (;;) {
      const { obstacle, word, ask: needed } = permittedAll(factsOf(client.getSnapshot()), commands);
      if (obstacle !== null) {
        client.send({ type: 'ShowToast', kind: 'error', code: obstacle.code, params: obstacle.params });
        return false;
      }
      const ask = isKey && needed === 'none' ? 'confirm' : needed;
      if (covers(answered, ask)) {
        for (const command of commands) client.send(withWord(command, { word }));
        return true;
      }
      if (!(await confirm({ ...questionOf(messages, commands), ...question, word }))) return false;
      answered = ask;
    }
  };

/** Sends every command of a screen that changes something, by the state at the press and again at the answer. */
export const useSend = (): Send => sendBy({ client: useClient(), confirm: useConfirm(), messages: useMessages() });

type UsedCommand = {
  readonly obstacle: Obstacle | null;
  /** The text of the obstacle, for the action that it disables. */
  readonly why: string | undefined;
  readonly ask: Ask;
  readonly run: () => Promise<boolean>;
};

/** Permission of a command now, the text of its obstacle, and the function that sends it. */
export const useCommand = (given: Command | readonly Command[], options?: Options): UsedCommand => {
  const { obstacle, ask } = permittedAll(useClientState(factsOf), listOf(given));
  const { texts } = useMessages();
  const send = useSend();
  return {
    obstacle,
    ask,
    why: obstacle === null ? undefined : texts.code(obstacle),
    run: () => send(given, options),
  };
};
