import type { Backend } from '../backend.ts';
import type { Handlers } from '../handler.ts';
import { notValid, Refusal } from '../problem.ts';

type Calls = 'market.get' | 'market.choose' | 'market.check';

export const marketRoutes = ({ marketDesk }: Backend): Pick<Handlers, Calls> => {
  const refused = (exchanges: readonly string[]): Refusal | null => {
    const { offered } = marketDesk.record();
    const unknown = exchanges.find((exchange) => !offered.includes(exchange));
    return unknown === undefined
      ? null
      : notValid('exchanges', `there are no live prices of ${unknown}, only of ${offered.join(', ')}`);
  };
  return {
    'market.get': () => marketDesk.record(),
    'market.choose': ({ body }) => {
      const refusal = body.source === 'exchange' ? refused(body.exchanges) : null;
      if (refusal !== null) return refusal;
      if (!marketDesk.choose(body)) return new Refusal(409, 'conflict', 'Another market is being opened.');
      return marketDesk.record();
    },
    'market.check': ({ body: { exchanges, regions = {} } }) => {
      const refusal = refused(exchanges);
      if (refusal !== null) return refusal;
      marketDesk.check(exchanges, regions);
      return marketDesk.record();
    },
  };
};
