import { Button, type ButtonProps } from '@blueprintjs/core';
import type { Command } from '@triquad/core';
import type { Question } from './confirm.ts';
import { useCommand } from './use-command.ts';

type Props = Omit<ButtonProps, 'onClick' | 'title'> & {
  command: Command;
  /** In place of the command's own. */
  question?: Partial<Question>;
  /** The screen itself has asked. */
  isAsked?: boolean;
  title?: string | undefined;
  onSent?: () => void;
};

/** Sends a command; disabled while something forbids it, which its title says. */
export function CommandButton({ command, question, isAsked, disabled = false, title, onSent, ...button }: Props) {
  const { obstacle, why, run } = useCommand(command, { question, isAsked });
  const press = async () => {
    if (await run()) onSent?.();
  };
  return (
    <Button {...button} disabled={disabled || obstacle !== null} title={why ?? title} onClick={() => void press()} />
  );
}
