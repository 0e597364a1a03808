import { type ClientState, figureOf, selectMinute, selectStale } from '@triquad/core';
import { useClientState, useWatch } from '../../client-context.tsx';
import { Panel, type PanelState } from '../../components/Panel.tsx';
import { amount, money, number, percent } from '../../messages/format.ts';
import { feesOf } from './holdings.ts';
import styles from './positions.module.css';
import { type Runway, runwaysOf } from './runway.ts';
import { type Messages, useMessages } from './use-messages.ts';

const height = 64;
/** A shorter runway is shown in the colour of caution. */
const shortDays = 7;
const selectConfig = (state: ClientState) => state.loaded.config;
const selectWallets = (state: ClientState) => state.loaded.wallets;
const selectTrades = (state: ClientState) => state.trades.items;

/** How long the tokens that pay fees at a discount last. */
export function RunwayPanel() {
  const messages = useMessages();
  const { runway: text } = messages.positions;
  useWatch('trades');
  const config = useClientState(selectConfig);
  const wallets = useClientState(selectWallets);
  const trades = useClientState(selectTrades);
  const minute = useClientState(selectMinute);
  const stale = useClientState(selectStale);
  const known = config !== null && wallets !== null;
  const runways = known ? runwaysOf(feesOf(config), wallets, trades, minute) : [];
  const state: PanelState =
    runways.length > 0
      ? { kind: 'ready' }
      : known
        ? { kind: 'empty', text: text.none, hint: text.noneHint }
        : { kind: 'loading' };
  return (
    <Panel title={text.title} state={state} height={height} stale={stale}>
      {runways.map((one) => (
        <Line key={`${one.exchange} ${one.asset}`} runway={one} messages={messages} />
      ))}
    </Panel>
  );
}

function Line({ runway, messages }: { runway: Runway; messages: Messages }) {
  const { runway: text } = messages.positions;
  const { exchange, asset, free, value, lasts, discount_pct, executions, covered } = runway;
  const isShort = free === 0 || (lasts !== null && lasts.days < shortDays);
  return (
    <div className={styles.runway}>
      <div className="row">
        <span>
          <strong>{asset}</strong>{' '}
          <span className="muted">{`${exchange} · ${amount(free)} · ${money(figureOf(runway, value))}`}</span>
        </span>
        <strong className={`push ${isShort ? 'caution' : ''}`}>
          {lasts === null ? text.unknown : text.lasts(number(lasts.executions), number(lasts.days, { digits: 1 }))}
        </strong>
      </div>
      <div className="muted small">
        {`${text.discount(percent(discount_pct, { digits: 0 }))} ${
          executions === 0 ? text.noExecutions : text.covered(number(covered), number(executions))
        }`}
      </div>
    </div>
  );
}
