import { type Intent, OverlayToaster, Spinner, Toast } from '@blueprintjs/core';
import { Error as ErrorIcon, InfoSign, Tick } from '@blueprintjs/icons';
import { useClient, useClientState } from '../client-context.tsx';
import { useMessages } from '../messages/messages.tsx';

type Look = { intent: Intent; icon?: React.JSX.Element };

const looks: Record<string, Look> = {
  success: { intent: 'success', icon: <Tick /> },
  error: { intent: 'danger', icon: <ErrorIcon /> },
  loading: { intent: 'none', icon: <Spinner size={16} /> },
  custom: { intent: 'primary', icon: <InfoSign /> },
};
const plain: Look = { intent: 'none' };

/** The client lets toasts come and go; here they are only shown. */
export function ToastStack() {
  const client = useClient();
  const { texts } = useMessages();
  const toasts = useClientState((state) => state.toasts);
  return (
    <OverlayToaster position="bottom-right" canEscapeKeyClear={false}>
      {toasts.toReversed().map((toast) => {
        const { id, kind } = toast;
        const look = looks[kind] ?? plain;
        return (
          <Toast
            key={id}
            {...look}
            message={texts.code(toast)}
            timeout={0}
            onDismiss={() => client.send({ type: 'DismissToast', id })}
          />
        );
      })}
    </OverlayToaster>
  );
}
