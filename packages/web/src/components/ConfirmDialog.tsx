import { Button, Dialog, DialogBody, DialogFooter, type Intent } from '@blueprintjs/core';
import { useMessages } from '../messages/messages.tsx';

type Props = {
  isOpen: boolean;
  title: string;
  body: string;
  confirm: string;
  /** Where the screen is in another language than the rest. */
  cancel?: string | undefined;
  intent: Intent;
  onCancel: () => void;
  onConfirm: () => void;
};

/** Asks once; Enter on opening cancels. */
export function ConfirmDialog({ isOpen, title, body, confirm, cancel, intent, onCancel, onConfirm }: Props) {
  const { dialog } = useMessages();
  return (
    <Dialog isOpen={isOpen} title={title} onClose={onCancel} role="alertdialog">
      <DialogBody>{body}</DialogBody>
      <DialogFooter
        actions={
          <>
            <Button autoFocus text={cancel ?? dialog.cancel} onClick={onCancel} />
            <Button intent={intent} text={confirm} onClick={onConfirm} />
          </>
        }
      />
    </Dialog>
  );
}
