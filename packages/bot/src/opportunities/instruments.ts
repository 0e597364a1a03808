import type { Core, Venues } from '../kernel/core.ts';
import type { ExchangeMarkets } from '../kernel/exchange-markets.ts';
import type { Relisted } from '../kernel/market.ts';
import type { Reports } from '../kernel/reports.ts';
import { readableInstruments } from '../market/instrument-rules.ts';
import type { InstrumentsChanged } from '../model/feed-event.ts';
import type { MarketLives } from './market-lives.ts';
import type { Tracker } from './tracker.ts';

type Parts = {
  readonly core: Venues & Reports & Pick<Core, 'recorder'>;
  readonly tracker: Pick<Tracker, 'distrust'>;
  readonly lives: Pick<MarketLives, 'apply' | 'note'>;
};

/** How many changes a line of the log names. */
const mostNamed = 5;

/** Takes the rules of an exchange's markets as they are now. What was found by the old ones ends, and orders by them are not sent. */
export const createInstruments = ({ core, tracker, lives }: Parts) => {
  const { recorder, markets } = core;

  const tell = ({ exchange }: ExchangeMarkets, { changed, added, removed }: Relisted): void => {
    const named = [
      ...changed.map(({ market, changes }) => `${market.instrument.symbol}: ${changes.join(', ')}`),
      ...added.map(({ instrument }) => `${instrument.symbol} is new`),
      ...removed.map(({ instrument }) => `${instrument.symbol} is gone`),
    ];
    const rest = named.length > mostNamed ? `, and ${named.length - mostNamed} more` : '';
    core.log('INFO', 'feed', `${exchange}: its markets changed. ${named.slice(0, mostNamed).join('; ')}${rest}`, {
      code: 'instruments_changed',
      exchange,
      changed: changed.length,
      added: added.length,
      removed: removed.length,
    });
  };

  /** What is held of an asset that no market of the exchange trades any more. */
  const tellOfHeld = (own: ExchangeMarkets, { removed }: Relisted): void => {
    const { state, ledger } = recorder;
    for (const { instrument } of removed) {
      const { base: asset, symbol: market } = instrument;
      const amount = ledger.balance(state.mode, own.exchange, asset);
      const isTraded = own.markets.some(
        (one) => !one.delisted && [one.instrument.base, one.instrument.quote].includes(asset),
      );
      if (isTraded || !amount.isGreaterThan(0)) continue;
      const params = { exchange: own.exchange, market, asset, amount: amount.toFixed() };
      const message = `${own.exchange} does not list ${market} any more, and ${amount.toFixed()} ${asset} are held there: no other market of it sells them. Withdraw them, or sell them elsewhere.`;
      core.log('WARNING', 'feed', message, { code: 'market_delisted', ...params });
      core.notify({
        notification_type: 'failure',
        level: 'warning',
        title: 'Market delisted',
        message,
        source: 'feed',
        code: 'market_delisted',
        params,
        extra_data: params,
      });
    }
  };

  return {
    change: ({ exchange, instruments }: InstrumentsChanged): void => {
      const own = markets.get(exchange);
      const readable = readableInstruments(instruments);
      if (!own || readable.length === 0) {
        if (own) core.log('WARNING', 'feed', `${exchange}: its new list of markets cannot be read; the old one holds`);
        return;
      }
      const relisted = own.relist(readable);
      if (relisted.changed.length + relisted.added.length + relisted.removed.length === 0) return;
      // The cycles may be others now: what lives is found again by the new rules.
      tracker.distrust(own, own.markets);
      lives.apply(own);
      for (const { instrument } of relisted.added) lives.note(exchange, instrument.symbol, { type: 'listed' });
      tell(own, relisted);
      tellOfHeld(own, relisted);
    },
  };
};
