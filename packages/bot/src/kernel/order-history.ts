import { bisect } from '../journal/bisect.ts';
import type { EventStore } from '../journal/event-store.ts';
import type { Fact } from '../model/event.ts';
import type { OrderRecalled } from '../model/order-event.ts';
import { madeAt } from '../model/order-id.ts';

type Store = Pick<EventStore<Fact>, 'facts' | 'committed'>;
type History = OrderRecalled['history'];

const pageSize = 1_000;
/** An order is intended after its id was made, unless the clock was set back in between, in ms. */
const slackMs = 3_600_000;

/**
 * The facts on the disk about the order of ours with that client order id, oldest first; empty where there is none. Reads the journal
 * from the time of the id to its end. Rejects with a StoreFault.
 */
export const historyOf = async (store: Store, exchange: string, clientOrderId: string): Promise<History> => {
  const last = store.committed();
  const from = madeAt(clientOrderId) - slackMs;
  let next = await bisect(1, last, async (seq) => {
    const [stored] = await store.facts(seq, 1);
    return stored === undefined || stored.fact.at >= from;
  });
  const history: History[number][] = [];
  while (next <= last) {
    const page = await store.facts(next, pageSize);
    const end = page.at(-1);
    if (end === undefined) break;
    for (const { fact } of page) {
      const [intended] = history;
      if (intended?.type === 'OrderIntended') {
        if (isAbout(fact, intended.order.id)) history.push(fact);
      } else if (fact.type === 'OrderIntended') {
        const { order } = fact;
        if (order.client_order_id === clientOrderId && order.exchange === exchange) history.push(fact);
      }
    }
    next = end.seq + 1;
  }
  return history;
};

const isAbout = (fact: Fact, id: string): fact is Extract<History[number], { readonly order_id: string }> =>
  'order_id' in fact && fact.order_id === id;
