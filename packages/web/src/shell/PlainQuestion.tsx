import { useEffect } from 'react';
import type { Asked } from '../components/confirm.ts';
import { useMessages } from '../messages/messages.tsx';

/** Asks with the browser's own dialog where the code of ours could not be loaded: Stop and Kill must work then too. */
export function PlainQuestion({ question, isOpen, answer }: Omit<Asked, 'count'>) {
  const { dialog } = useMessages();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once each time it opens
  useEffect(() => {
    if (!isOpen || question === null) return;
    const { title, body, word = null } = question;
    const text = `${title}\n\n${body}`;
    answer(word === null ? window.confirm(text) : window.prompt(`${text}\n\n${dialog.typeWord(word)}`) === word);
  }, [isOpen]);
  return null;
}
