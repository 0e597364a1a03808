import type { Backtest } from '@triquad/core/contract';
import { useClient } from '../../client-context.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useMessages } from './use-messages.ts';

/** Asks before a backtest is deleted with its report. */
export function DeleteDialog({ backtest, close }: { backtest: Backtest | null; close: () => void }) {
  const { backtest: text } = useMessages();
  const client = useClient();
  return (
    <ConfirmDialog
      isOpen={backtest !== null}
      title={text.deleteTitle}
      body={text.deleteBody(backtest?.config?.name || text.unnamed)}
      confirm={text.delete}
      intent="danger"
      onCancel={close}
      onConfirm={() => {
        if (backtest !== null) client.send({ type: 'DeleteBacktest', backtest_id: backtest.id });
        close();
      }}
    />
  );
}
