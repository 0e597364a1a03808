import { useClient } from '../client-context.tsx';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { useMessages } from '../messages/messages.tsx';

/** Stopping asks first: all pending orders go with it. */
export function StopDialog({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { execution } = useMessages();
  const client = useClient();
  const stop = () => {
    close();
    client.send({ type: 'StopBot', cancel_orders: true });
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={execution.stopTitle}
      body={execution.stopBody}
      confirm={execution.stop}
      intent="danger"
      onCancel={close}
      onConfirm={stop}
    />
  );
}
