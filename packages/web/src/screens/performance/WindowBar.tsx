import { Checkbox, HTMLSelect } from '@blueprintjs/core';
import type { ClientState } from '@triquad/core';
import { useClientState, useWatch } from '../../client-context.tsx';
import { WindowButtons } from '../../components/window/WindowButtons.tsx';
import { useQuery } from '../../elements/use-query.ts';
import { utcDay } from '../../messages/moments.ts';
import { useMessages } from './use-messages.ts';
import type { Choice } from './use-performance.ts';

const selectWallets = (state: ClientState) => state.loaded.wallets;
const selectSummary = (state: ClientState) => state.performance.shown?.window.summary ?? null;
/** Selects window, comparison, market and exchange; all of them are in the address. */
export function WindowBar({ choice }: { choice: Choice }) {
  const { performance: text } = useMessages();
  const { set } = useQuery();
  return (
    <>
      <WindowButtons {...choice} />
      <Checkbox
        inline
        checked={choice.earlier !== null}
        label={text.compare}
        onChange={() => set({ compare: choice.earlier === null ? null : 'no' })}
        style={{ margin: 0 }}
      />
      <span className="push">
        <MarketSelect chosen={choice.market} /> <ExchangeSelect chosen={choice.exchange} />
      </span>
    </>
  );
}

/** Whose prices the trades met: without a choice, those watched at the end. It stays while another window is loaded. */
function MarketSelect({ chosen }: { chosen: string | null }) {
  const { performance: text } = useMessages();
  const { set } = useQuery();
  const { names, name } = useMarkets(chosen);
  if (name === undefined || names.length === 1) return null;
  return (
    <HTMLSelect
      aria-label={text.market}
      value={name}
      onChange={(event) => set({ market: event.currentTarget.value })}
      options={names.map((value) => ({ value, label: text.marketOf(value) }))}
    />
  );
}

/** The market of the figures, as text without a choice, and the start of its known equity. */
export function MarketLine({ chosen }: { chosen: string | null }) {
  const { performance: text } = useMessages();
  const { names, name, since } = useMarkets(chosen);
  const parts = [
    name !== undefined && names.length === 1 && text.marketOf(name),
    since !== null && text.equitySince(utcDay(since)),
  ].filter(Boolean);
  return parts.length === 0 ? null : <p className="muted small">{parts.join(', ')}</p>;
}

const useMarkets = (chosen: string | null) => {
  const { market, markets } = useClientState(selectSummary) ?? {};
  const name = chosen ?? market?.name;
  const names = [...new Set([...(markets ?? []), ...(name === undefined ? [] : [name])])].sort();
  return { names, name, since: market !== undefined && market.name === name ? market.since : null };
};

function ExchangeSelect({ chosen }: { chosen: string | null }) {
  const { performance: text } = useMessages();
  const { set } = useQuery();
  useWatch('wallets');
  const wallets = useClientState(selectWallets);
  const names = new Set([...(wallets?.exchanges ?? []).map(({ exchange }) => exchange), ...(chosen ? [chosen] : [])]);
  return (
    <HTMLSelect
      aria-label={text.exchange}
      value={chosen ?? ''}
      onChange={(event) => set({ exchange: event.currentTarget.value })}
      options={[
        { value: '', label: text.allExchanges },
        ...[...names].sort().map((value) => ({ value, label: value })),
      ]}
    />
  );
}
