import type { Message } from '../journal/journal.ts';
import { change, type Tools } from './tools.ts';

type Target = { readonly backtest_id: string; readonly key: string };

const cancel = async ({ api, clock, append }: Tools, { backtest_id, key }: Target): Promise<void> => {
  append({ type: 'BacktestCancelBegan', backtest_id });
  const result = await change(clock, () => api.call('backtest.cancel', { path: { id: backtest_id } }, { key }));
  append(
    result.ok
      ? { type: 'BacktestReported', backtest: { ...result.value, id: backtest_id } }
      : { type: 'BacktestCancelFailed', backtest_id, problem: result.problem },
  );
};

const remove = async ({ api, clock, append }: Tools, { backtest_id, key }: Target): Promise<void> => {
  append({ type: 'BacktestDeleteBegan', backtest_id });
  const result = await change(clock, () => api.call('backtest.delete', { path: { id: backtest_id } }, { key }));
  // One that is not there any more is what was wished.
  const gone = result.ok || result.problem.kind === 'not-found';
  append(
    gone
      ? { type: 'BacktestDeleted', backtest_id }
      : { type: 'BacktestDeleteFailed', backtest_id, problem: result.problem },
  );
};

const save = async ({ api, append, save: keep }: Tools, backtest_id: string, file: string): Promise<void> => {
  append({ type: 'ReportSaveBegan', backtest_id });
  const result = await api.download('backtest.report', { path: { id: backtest_id }, query: { format: 'html' } });
  if (result.ok) keep(file, result.value, 'text/html');
  append(
    result.ok
      ? { type: 'ReportSaved', backtest_id }
      : { type: 'ReportSaveFailed', backtest_id, problem: result.problem },
  );
};

/** The wishes about a backtest that need no machine; none is sent again while it is under way. */
export const createBacktestChanges = (tools: Tools): ((message: Message) => void) => {
  const underWay = new Set<string>();
  const once = (wish: string, act: () => Promise<void>): void => {
    if (underWay.has(wish)) return;
    underWay.add(wish);
    void act().finally(() => underWay.delete(wish));
  };
  return (message) => {
    switch (message.type) {
      case 'CancelBacktest':
        return once(`cancel ${message.backtest_id}`, () => cancel(tools, message));
      case 'DeleteBacktest':
        return once(`delete ${message.backtest_id}`, () => remove(tools, message));
      case 'SaveReport':
        return once(`save ${message.backtest_id}`, () => save(tools, message.backtest_id, message.file));
    }
  };
};
