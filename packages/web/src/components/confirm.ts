import type { Intent } from '@blueprintjs/core';
import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react';

export type Question = {
  readonly title: string;
  readonly body: string;
  /** Beside the text. */
  readonly details?: ReactNode;
  readonly confirm: string;
  /** Label of the cancel button, for screens in another language than the rest. */
  readonly cancel?: string | undefined;
  readonly intent: Intent;
  /** To be typed exactly before it can be confirmed. */
  readonly word?: string | null;
  /** Off for the questions about stopping and killing the bot, which need no buttons for that beside them. */
  readonly safety?: boolean;
};

/** Asks one question; another one in its place answers it with no. */
export type Confirm = (question: Question) => Promise<boolean>;

/** The question on screen; it keeps its words while it closes. */
export type Asked = {
  readonly question: Question | null;
  /** Number of the question, so that each begins with an empty field. */
  readonly count: number;
  readonly isOpen: boolean;
  readonly answer: Answer;
};
type Answer = (isConfirmed: boolean) => void;

export const ConfirmContext = createContext<Confirm | null>(null);

/** `if (await confirm({…})) run()`. */
export const useConfirm = (): Confirm => {
  const confirm = use(ConfirmContext);
  if (confirm === null) throw new Error('A component stands outside of the ConfirmContext');
  return confirm;
};

/** The state of the one dialog of the page. */
export const useConfirmation = (): { readonly confirm: Confirm; readonly asked: Asked } => {
  const [question, setQuestion] = useState<Question | null>(null);
  const [count, setCount] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const waiting = useRef<Answer | null>(null);
  const answer = useCallback<Answer>((isConfirmed) => {
    waiting.current?.(isConfirmed);
    waiting.current = null;
    setOpen(false);
  }, []);
  const confirm = useCallback<Confirm>((next) => {
    waiting.current?.(false);
    setQuestion(next);
    setCount((before) => before + 1);
    setOpen(true);
    return new Promise((resolve) => {
      waiting.current = resolve;
    });
  }, []);
  return { confirm, asked: { question, count, isOpen, answer } };
};
