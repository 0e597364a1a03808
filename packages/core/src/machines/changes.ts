import type { Result } from '../gateway/api.ts';
import type { ClientEvent } from '../journal/event.ts';
import type { Message } from '../journal/journal.ts';
import { autoQuotes } from '../rules/defaults.ts';
import { change, type Tools } from './tools.ts';

const tell = async <T>(tools: Tools, answer: Promise<Result<T>>, say: (result: Result<T>) => ClientEvent) =>
  tools.append(say(await answer));

const cancelOrder = (tools: Tools, order_id: string, key: string): void => {
  tools.append({ type: 'OrderCancelBegan', order_id });
  const answer = change(tools.clock, () => tools.api.call('orders.cancel', { path: { id: order_id } }, { key }));
  void tell(tools, answer, (result) =>
    result.ok
      ? { type: 'OrderCancelled', order_id, order: result.value }
      : { type: 'OrderCancelFailed', order_id, problem: result.problem },
  );
};

const markRead = (tools: Tools, notification_ids: string[] | null, key: string): void => {
  const { api, clock } = tools;
  const answer = change(clock, () =>
    notification_ids === null
      ? api.call('notifications.read.all', {}, { key })
      : api.call('notifications.read', { body: { notification_ids } }, { key }),
  );
  void tell(tools, answer, (result) =>
    result.ok
      ? { type: 'NotificationsRead', notification_ids }
      : { type: 'NotificationsReadFailed', problem: result.problem },
  );
};

const refreshWallets = (tools: Tools, key: string): void => {
  const answer = change(tools.clock, () => tools.api.call('wallets.refresh', {}, { key }));
  void tell(tools, answer, (result) =>
    result.ok ? { type: 'WalletsRefreshAsked' } : { type: 'WalletsRefreshFailed', problem: result.problem },
  );
};

type RiskAction = Extract<Message, { type: 'ResetBreaker' | 'ResolveStranded' }>;

const actOnRisk = (tools: Tools, wish: RiskAction): void => {
  const { api, clock } = tools;
  const { key } = wish;
  const answer = change(clock, () => {
    if (wish.type === 'ResetBreaker') {
      return api.call('risk.breaker.reset', { path: { name: wish.name } }, { key });
    }
    const { exchange, asset, action } = wish;
    const body = { action, confirm: true } as const;
    return api.call('risk.stranded.resolve', { path: { exchange, asset }, body }, { key });
  });
  void tell(tools, answer, (result) =>
    result.ok
      ? { type: 'RiskActionDone', message: result.value.message, risk: result.value.risk }
      : { type: 'RiskActionFailed', problem: result.problem },
  );
};

const findPairs = async ({ api, clock, append }: Tools, exchanges: string[]): Promise<void> => {
  append({ type: 'PairSearchBegan', exchanges });
  const ask = (exchange: string) => api.call('exchanges.pairs', { query: { exchange, quote_currencies: autoQuotes } });
  const answers = await Promise.all(exchanges.map((exchange) => change(clock, () => ask(exchange))));
  append({
    type: 'PairSearchEnded',
    pairs: [...new Set(answers.flatMap((answer) => (answer.ok ? answer.value.pairs : [])))],
    failed: exchanges.filter((_, index) => answers[index]?.ok === false),
  });
};

/** The wishes that need no machine: one call, one fact. An order whose cancellation is under way is not cancelled again. */
export const createChanges = (tools: Tools): ((message: Message) => void) => {
  const cancelling = new Set<string>();
  let searching = false;
  return (message) => {
    switch (message.type) {
      case 'CancelOrder':
        if (cancelling.has(message.order_id)) return;
        cancelling.add(message.order_id);
        cancelOrder(tools, message.order_id, message.key);
        return;
      case 'OrderCancelled':
      case 'OrderCancelFailed':
        cancelling.delete(message.order_id);
        return;
      case 'FindPairs':
        if (!searching) void findPairs(tools, message.exchanges);
        return;
      case 'PairSearchBegan':
      case 'PairSearchEnded':
        searching = message.type === 'PairSearchBegan';
        return;
      case 'MarkNotificationsRead':
        if (message.notification_ids.length > 0) markRead(tools, message.notification_ids, message.key);
        return;
      case 'MarkAllRead':
        markRead(tools, null, message.key);
        return;
      case 'ResetBreaker':
      case 'ResolveStranded':
        actOnRisk(tools, message);
        return;
      case 'RefreshWallets':
        refreshWallets(tools, message.key);
        return;
    }
  };
};
