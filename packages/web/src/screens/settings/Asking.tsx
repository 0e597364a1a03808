import { type Command, mayBeDone, type SettingName, selectLatestWork } from '@triquad/core';
import { type ReactNode, useState } from 'react';
import { useClient, useClientState } from '../../client-context.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useMessages } from './use-messages.ts';

/** A question before a command, which is sent once it is confirmed. */
export type Question = {
  readonly title: string;
  readonly body: ReactNode;
  readonly confirm: string;
  readonly intent: 'primary' | 'danger';
  readonly command: Command;
};

/** Asks before each command, one at a time. */
export const useAsking = () => {
  const client = useClient();
  const [question, ask] = useState<Question | null>(null);
  const dialog = question && (
    <ConfirmDialog
      {...question}
      isOpen
      onCancel={() => ask(null)}
      onConfirm={() => {
        ask(null);
        client.send(question.command);
      }}
    />
  );
  return { ask, dialog };
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
