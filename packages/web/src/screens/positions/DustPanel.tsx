import { Button } from '@blueprintjs/core';
import { type ClientState, type Command, figureOf, mayBeDone, selectLive, selectStale } from '@triquad/core';
import { combinedProvenance, type Dust, type PlaceOrder } from '@triquad/core/contract';
import { useClientState, useWatch } from '../../client-context.tsx';
import { Panel } from '../../components/Panel.tsx';
import { useCommand } from '../../components/use-command.ts';
import { usePanelState } from '../../components/use-panel-state.ts';
import { SourceMark } from '../../elements/stated-source.tsx';
import { amount, dollars, money } from '../../messages/format.ts';
import { Heads } from '../../tables/Heads.tsx';
import { type Messages, useMessages } from './use-messages.ts';

const height = 64;
type Sellable = Dust & { readonly sale: NonNullable<Dust['sale']> };
const selectDust = ({ loaded }: ClientState) => loaded.dust;
const selectPlacing = ({ orders }: ClientState) => orders.placing;
const isSellable = (one: Dust): one is Sellable => one.sale !== null;

/** Dust: amounts that reach an order's minimum by now, and the reason for the rest. */
export function DustPanel({ exchange }: { exchange: string }) {
  const messages = useMessages();
  const { texts } = messages;
  const { dustSweep: text } = messages.positions;
  useWatch('dust');
  const dust = useClientState(selectDust);
  const placing = useClientState(selectPlacing).filter((one) => exchange === '' || one.exchange === exchange);
  const stale = useClientState(selectStale);
  const live = useClientState(selectLive);
  const shown = (dust ?? []).filter((one) => exchange === '' || one.exchange === exchange);
  const state = usePanelState('dust', dust !== null, shown.length === 0 ? { text: text.none } : null);
  const sellable = shown.filter(isSellable);
  const orders = sellable.map((one): Command => ({ type: 'PlaceOrder', order: orderOf(one) }));
  const { obstacle, why, run } = useCommand(orders, {
    question: {
      title: text.question,
      details: (
        <ul>
          {sellable.map((one) => (
            <li key={`${one.exchange} ${one.asset}`}>{`${one.exchange}: ${saleText(one, messages)}`}</li>
          ))}
        </ul>
      ),
      confirm: text.sweep(worthOf(sellable), live),
      intent: live ? 'warning' : 'primary',
    },
  });
  return (
    <Panel
      title={text.title}
      state={state}
      height={height}
      stale={stale}
      actions={<span className="muted small from-tablet">{text.hint}</span>}
    >
      <table className="plain-table small" aria-label={text.title}>
        <Heads
          of={[messages.positions.asset, { number: text.amount }, { number: messages.positions.value }, text.sale]}
        />
        <tbody>
          {shown.map((one) => (
            <tr key={`${one.exchange} ${one.asset}`}>
              <th scope="row">
                {one.asset} <span className="muted small">{one.exchange}</span> <SourceMark of={one} />
              </th>
              <td className="number">{amount(one.amount)}</td>
              <td className="number">{money(figureOf(one, one.value_usd))}</td>
              <td className={one.sale === null ? 'muted' : ''}>{saleText(one, messages)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="row">
        {placing.map(
          ({ exchange, symbol, problem }) =>
            problem !== null && (
              <span key={`${exchange} ${symbol}`} role="alert" className="loss small">
                {(mayBeDone(problem) ? text.unknown : text.failed)(assetOf(symbol), exchange, texts.problem(problem))}
              </span>
            ),
        )}
        <Button
          className="push"
          size="small"
          intent={live ? 'warning' : 'none'}
          text={sellable.length === 0 ? text.nothing : text.sweep(worthOf(sellable), live)}
          loading={placing.some(({ problem }) => problem === null)}
          disabled={sellable.length === 0 || obstacle !== null}
          title={why}
          onClick={() => void run()}
        />
      </div>
    </Panel>
  );
}

/** The order that the bot has named: at the market, because dust is not worth waiting for. */
const orderOf = ({ exchange, sale: { market: symbol, quantity } }: Sellable): PlaceOrder => ({
  ...{ exchange, symbol, quantity },
  side: 'sell',
  type: 'market',
  time_in_force: 'IOC',
});
const assetOf = (symbol: string): string => symbol.split('/')[0] ?? symbol;

const worthOf = (sellable: readonly Sellable[]): string =>
  money({
    usd: sellable.reduce((sum, { sale }) => sum + (sale.expected_usd ?? 0), 0),
    source: combinedProvenance(sellable.map(({ provenance }) => provenance)),
  });

const saleText = (one: Dust, { positions: { dustSweep: text } }: Messages): string => {
  const { sale, asset, code, minimum_usd } = one;
  if (sale !== null)
    return text.sells(amount(sale.quantity), asset, sale.market, money(figureOf(one, sale.expected_usd)));
  if (code === 'below_minimum') return text.belowMinimum(dollars(minimum_usd));
  return code === 'no_market' ? text.noMarket : text.noPrice;
};
