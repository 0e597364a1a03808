import { Button } from '@blueprintjs/core';
import { Refresh } from '@blueprintjs/icons';
import type { ClientState } from '@triquad/core';
import { figureOf, none, selectStale } from '@triquad/core';
import type { Balances } from '@triquad/core/contract';
import { useClient, useClientState, useWatch } from '../../client-context.tsx';
import { AsOfCommit } from '../../components/AsOfCommit.tsx';
import { Panel } from '../../components/Panel.tsx';
import { usePanelState } from '../../components/use-panel-state.ts';
import { amount, money } from '../../messages/format.ts';
import { useMessages } from '../../messages/later.ts';
import { shortMoment } from '../../messages/moments.ts';
import { shortId } from '../../messages/numbers.ts';
import { Heads } from '../../tables/Heads.tsx';
import styles from './dashboard.module.css';

const height = 300;
const selectBalances = (state: ClientState) => state.loaded.wallets;
type Exchange = Balances['exchanges'][number];

/** Held assets with their value; assets with a zero balance are omitted. */
export function WalletPanel() {
  const { wallet, panel } = useMessages();
  const client = useClient();
  useWatch('wallets');
  const balances = useClientState(selectBalances);
  const stale = useClientState(selectStale);
  const none = balances !== null && balances.exchanges.length === 0 ? { text: wallet.empty } : null;
  const state = usePanelState('wallets', balances !== null, none);
  return (
    <Panel
      title={wallet.title}
      of={balances}
      state={state}
      height={height}
      stale={stale}
      actions={
        <Button
          size="small"
          variant="minimal"
          icon={<Refresh />}
          aria-label={`${panel.refresh}: ${wallet.title}`}
          title={panel.refresh}
          onClick={() => client.send({ type: 'RefreshWallets' })}
        />
      }
    >
      {balances && <Holdings balances={balances} />}
    </Panel>
  );
}

function Holdings({ balances }: { balances: Balances }) {
  const { wallet } = useMessages();
  const minute = useClientState((state) => Math.floor(state.now / 60_000) * 60_000);
  const updated = balances.last_updated === null ? none : shortMoment(balances.last_updated, minute);
  return (
    <div className={styles.wallet}>
      <div className="metric-name">{wallet.total}</div>
      <div className="amount">{money(figureOf(balances, balances.total_usd))}</div>
      <div className="muted small">
        {wallet.updated}: {updated}
      </div>
      <AsOfCommit journal={balances.journal} />
      {balances.exchanges.map((exchange) => (
        <ExchangeHoldings key={exchange.exchange} exchange={exchange} />
      ))}
    </div>
  );
}

const least = 1e-8;
const held = (total: number | null): string =>
  total !== null && total !== 0 && Math.abs(total) < least ? `< ${amount(least)}` : amount(total);

type Holders = Exchange['balances'][string]['reserved_by'];
/** Holders of reserved amounts, a line each. */
const holders = (reserved_by: Holders): string | undefined =>
  reserved_by?.map((one) => `${one.kind} ${shortId(one.id)}: ${amount(one.amount)}`).join('\n');

type Held = [asset: string, { value_usd: number | null }];
const byValue = ([a, one]: Held, [b, other]: Held): number =>
  (other.value_usd ?? 0) - (one.value_usd ?? 0) || a.localeCompare(b);

function ExchangeHoldings({ exchange }: { exchange: Exchange }) {
  const { wallet } = useMessages();
  const assets = Object.entries(exchange.balances)
    .filter(([, { total }]) => total !== null && total !== 0)
    .sort(byValue);
  return (
    <details open={assets.length <= 4}>
      <summary className={styles.exchange}>
        <span>{exchange.exchange}</span>
        <span className="push">{money(figureOf(exchange, exchange.total_usd))}</span>
      </summary>
      {exchange.error !== null && <div className="loss">{wallet.error(exchange.error)}</div>}
      {assets.length > 0 && (
        <table className="plain-table">
          <Heads of={[wallet.asset, { number: wallet.amount }, { number: wallet.value }]} />
          <tbody>
            {assets.map(([asset, { total, value_usd, reserved, reserved_by }]) => (
              <tr key={asset}>
                <td>{asset}</td>
                <td className="number">
                  {held(total)}
                  {reserved !== null && reserved > 0 && (
                    <div className="muted small" title={holders(reserved_by)}>
                      {wallet.reserved(amount(reserved), reserved_by?.length ?? 0)}
                    </div>
                  )}
                </td>
                <td className="number">{money(figureOf(exchange, value_usd))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}
