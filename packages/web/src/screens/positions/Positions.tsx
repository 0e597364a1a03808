import { type ClientState, figureOf, selectCan, selectLimits, selectStale } from '@triquad/core';
import { useClientState, useWatch } from '../../client-context.tsx';
import { AsOfCommit } from '../../components/AsOfCommit.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { Panel } from '../../components/Panel.tsx';
import { ResourceAge } from '../../components/ResourceAge.tsx';
import { Residuals } from '../../components/residual/Residuals.tsx';
import { usePanelState } from '../../components/use-panel-state.ts';
import { useQuery } from '../../elements/use-query.ts';
import { amount } from '../../messages/format.ts';
import { BalancesPanel } from './BalancesPanel.tsx';
import { DepositPanel } from './DepositPanel.tsx';
import { DustPanel } from './DustPanel.tsx';
import { ExchangeChoice } from './ExchangeChoice.tsx';
import { feesOf, holdingsOf } from './holdings.ts';
import { LimitsPanel } from './LimitsPanel.tsx';
import { Parts } from './Parts.tsx';
import styles from './positions.module.css';
import { RunwayPanel } from './RunwayPanel.tsx';
import { useMessages } from './use-messages.ts';

const selectWallets = (state: ClientState) => state.loaded.wallets;
const selectRisk = (state: ClientState) => state.loaded.risk;
const selectConfig = (state: ClientState) => state.loaded.config;
const selectHasFees = selectCan('config.fees');
const selectHasDust = selectCan('dust');
const height = 64;

/** Holdings by account, and residual positions that need a decision. */
export function Positions() {
  const { positions: text } = useMessages();
  const exchange = useQuery().get('exchange');
  useWatch('wallets');
  useWatch('risk');
  useWatch('config');
  useWatch('status');
  const wallets = useClientState(selectWallets);
  const limits = useClientState(selectLimits);
  const stale = useClientState(selectStale);
  const fees = feesOf(useClientState(selectConfig));
  const hasFees = useClientState(selectHasFees);
  const hasDust = useClientState(selectHasDust);
  const holdings = wallets === null ? [] : holdingsOf(wallets, limits, exchange, fees);
  const unpriced = holdings.filter(({ value }) => value === null);
  const errors = wallets?.exchanges.filter(({ error }) => error !== null) ?? [];
  return (
    <>
      <PageHead isMoney>
        <ExchangeChoice names={wallets?.exchanges.map((one) => one.exchange) ?? []} chosen={exchange} />
        <span className="push">
          <ResourceAge resource="wallets" />
        </span>
      </PageHead>
      <AsOfCommit journal={wallets?.journal} />
      {errors.map((one) => (
        <p key={one.exchange} className="loss">
          {text.error(one.exchange, one.error ?? '')}
        </p>
      ))}
      <Parts holdings={wallets === null ? null : holdings} stale={stale} />
      <div className={styles.columns}>
        <div>
          <BalancesPanel
            holdings={holdings}
            known={wallets !== null}
            worth={figureOf(wallets, wallets?.total_usd)}
            stale={stale}
          />
          {unpriced.length > 0 && (
            <p className="muted small">
              {text.unpriced(unpriced.map((one) => `${amount(one.total)} ${one.asset} (${one.exchange})`).join(', '))}
            </p>
          )}
          <ResidualPanel />
          {hasDust && <DustPanel exchange={exchange} />}
        </div>
        <div>
          <LimitsPanel />
          {hasFees && <RunwayPanel />}
          <DepositPanel holdings={holdings} />
        </div>
      </div>
    </>
  );
}

function ResidualPanel() {
  const { positions: text } = useMessages();
  const report = useClientState(selectRisk);
  const stale = useClientState(selectStale);
  const none = report !== null && report.stranded.length === 0 ? { text: text.noResiduals } : null;
  const state = usePanelState('risk', report !== null, none);
  return (
    <Panel
      of={report}
      title={text.residuals}
      state={state}
      height={height}
      stale={stale}
      actions={<span className="muted small from-tablet">{text.residualsHint}</span>}
    >
      {report && <Residuals report={report} />}
    </Panel>
  );
}
