import { Callout } from '@blueprintjs/core';
import { type ClientState, none } from '@triquad/core';
import { useClientState, useWatch } from '../../client-context.tsx';
import { ChangeNotice } from '../../components/market/ChangeNotice.tsx';
import { MarketChooser } from '../../components/market/MarketChooser.tsx';
import { useMessages } from '../../components/market/use-messages.ts';
import { Panel } from '../../components/Panel.tsx';
import { usePanelState } from '../../components/use-panel-state.ts';
import { useMayChange } from './use-setting.ts';

const height = 520;
const selectMarket = (state: ClientState) => state.loaded.market;

/** The watched market, and the available ones. */
export function MarketTab() {
  const { market: text } = useMessages();
  useWatch('market');
  const market = useClientState(selectMarket);
  const state = usePanelState('market', market !== null, null);
  const mayChange = useMayChange();
  return (
    <Panel title={text.tab} state={state} height={height}>
      {market !== null && (
        <>
          <p>
            {market.source === 'none' ? text.nothing : text.watches(`${market.source}: ${market.detail ?? none}`)}{' '}
            <span className="muted">{text.changes}</span>
          </p>
          {market.given && <Callout compact>{text.given}</Callout>}
          <ChangeNotice market={market} />
          <MarketChooser market={market} mayChange={mayChange} />
        </>
      )}
    </Panel>
  );
}
