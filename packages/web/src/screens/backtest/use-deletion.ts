import type { Backtest } from '@triquad/core/contract';
import { useSend } from '../../components/use-command.ts';
import { useMessages } from './use-messages.ts';

/** Asks before a backtest is deleted with its report. */
export const useDeletion = (): ((backtest: Backtest) => void) => {
  const { backtest: text } = useMessages();
  const send = useSend();
  return ({ id, config }) => {
    const question = {
      title: text.deleteTitle,
      body: text.deleteBody(config?.name || text.unnamed),
      confirm: text.delete,
      intent: 'danger',
    } as const;
    void send({ type: 'DeleteBacktest', backtest_id: id }, { question });
  };
};
