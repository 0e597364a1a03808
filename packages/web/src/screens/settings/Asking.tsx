import { type Command, mayBeDone, type SettingName, selectLatestWork } from '@triquad/core';
import { useClientState } from '../../client-context.tsx';
import type { Question as Asked } from '../../components/confirm.ts';
import { useSend } from '../../components/use-command.ts';
import { useMessages } from './use-messages.ts';

/** A question in place of the command's own. */
type Question = Partial<Asked> & { readonly command: Command };

/** Asks before each command. */
export const useAsking = (): ((question: Question) => void) => {
  const send = useSend();
  return ({ command, ...question }) => void send(command, { question });
};

const works = {
  user: selectLatestWork('user'),
  session: selectLatestWork('session'),
  configuration: selectLatestWork('configuration'),
} satisfies Partial<Record<SettingName, unknown>>;

/** Reason why the last change to a list was refused, or that its outcome is unknown; empty after one that was done. */
export const useRefusal = (list: keyof typeof works): string => {
  const { changes, texts } = useMessages();
  const problem = useClientState(works[list])?.problem ?? null;
  if (problem === null) return '';
  return (mayBeDone(problem) ? changes.unknown : changes.failed)(texts.problem(problem));
};
