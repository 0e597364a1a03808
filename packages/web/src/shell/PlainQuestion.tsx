import { useEffect } from 'react';
import { useMessages } from '../messages/messages.tsx';
import { botQuestion } from './bot-question.ts';
import type { AskedQuestion } from './use-bot-questions.ts';

/** Asks with the browser's own dialog where the code of ours could not be loaded: Stop and Kill must work then too. */
export function PlainQuestion({ question, isOpen, confirm, close }: AskedQuestion) {
  const messages = useMessages();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once each time it opens
  useEffect(() => {
    if (!isOpen) return;
    const { title, body } = botQuestion(messages, question);
    if (window.confirm(`${title}\n\n${body}`)) confirm();
    else close();
  }, [isOpen]);
  return null;
}
