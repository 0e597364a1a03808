import { Button, DialogBody, DialogFooter, type Intent } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { useMessages } from '../messages/messages.tsx';
import { DialogFrame } from './DialogFrame.tsx';

type Props = {
  isOpen: boolean;
  title: string;
  body: ReactNode;
  confirm: string;
  /** Label of the cancel button, for screens in another language than the rest. */
  cancel?: string | undefined;
  intent: Intent;
  /** Off for the questions about stopping and killing the bot, which need no second way to ask. */
  safety?: boolean;
  onCancel: () => void;
  onConfirm: () => void;
};

/** Asks once; Enter on opening cancels. */
export function ConfirmDialog({ body, confirm, cancel, intent, onCancel, onConfirm, ...frame }: Props) {
  const { dialog } = useMessages();
  return (
    <DialogFrame {...frame} onClose={onCancel} role="alertdialog">
      <DialogBody>{body}</DialogBody>
      <DialogFooter
        actions={
          <>
            <Button autoFocus text={cancel ?? dialog.cancel} onClick={onCancel} />
            <Button intent={intent} text={confirm} onClick={onConfirm} />
          </>
        }
      />
    </DialogFrame>
  );
}
