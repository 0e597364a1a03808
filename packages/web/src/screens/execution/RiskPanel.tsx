import { Button, Tag } from '@blueprintjs/core';
import {
  type ClientState,
  nearLimit,
  selectCan,
  selectLimits,
  selectLive,
  selectReader,
  selectReplaying,
  selectStale,
} from '@triquad/core';
import type { RiskRecord, StrandedRecord } from '@triquad/core/contract';
import { useState } from 'react';
import { useClient, useClientState, useWatch } from '../../client-context.tsx';
import { AsOfCommit } from '../../components/AsOfCommit.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { limitName, limitUse } from '../../components/limit-text.ts';
import { Meter } from '../../components/Meter.tsx';
import { shortMoment } from '../../components/moments.ts';
import { Panel } from '../../components/Panel.tsx';
import { ConfigVersions } from '../../components/runs-with.tsx';
import { StatusTag } from '../../components/StatusTag.tsx';
import { Term } from '../../components/term/Term.tsx';
import { usePanelState } from '../../components/use-panel-state.ts';
import type { Messages } from '../../messages/en.ts';
import { amount, money } from '../../messages/format.ts';
import styles from './execution.module.css';
import { FlattenDialog } from './FlattenDialog.tsx';
import { useMessages } from './use-messages.ts';

const height = 96;
const selectHasRisk = selectCan('risk');
const selectFlattens = selectCan('bot.flatten');
const selectReport = (state: ClientState) => state.loaded.risk;
const intents = { active: 'success', reducing: 'warning', halted: 'danger' } as const;

/** Trading state, breakers, limits and residual positions; empty for a bot without risk reports. */
export function RiskPanel() {
  const hasRisk = useClientState(selectHasRisk);
  return hasRisk ? <Report /> : null;
}

function Report() {
  const { risk } = useMessages();
  useWatch('risk');
  const report = useClientState(selectReport);
  const stale = useClientState(selectStale);
  const state = usePanelState('risk', report !== null, null);
  return (
    <Panel title={risk.title} state={state} height={height} stale={stale}>
      {report && (
        <>
          <State report={report} />
          <AsOfCommit journal={report.journal} />
          <Breakers report={report} />
          <Stranded report={report} />
          <Limits />
        </>
      )}
    </Panel>
  );
}

function State({ report: { state, since } }: { report: RiskRecord }) {
  const { risk } = useMessages();
  const now = useClientState((one) => (since === null ? 0 : one.now));
  return (
    <div className="row">
      <StatusTag large minimal intent={intents[state]}>
        {risk.states[state]}
      </StatusTag>
      <span className="muted small">
        {risk.stateHints[state]} {since !== null && risk.since(shortMoment(since, now))}
      </span>
    </div>
  );
}

function Breakers({ report: { breakers } }: { report: RiskRecord }) {
  const { risk } = useMessages();
  const client = useClient();
  const acting = useClientState((state) => state.risk.acting);
  const tripped = breakers.filter(({ status }) => status === 'tripped');
  if (tripped.length === 0)
    return (
      <p className="muted small">
        <Term name="breaker">{risk.breakers}</Term>: {risk.noneTripped}
      </p>
    );
  return (
    <>
      <h4>
        <Term name="breaker">{risk.breakers}</Term>
      </h4>
      {tripped.map(({ name, reason, resumes }) => (
        <div key={name} className="row">
          <Tag minimal intent="warning">
            {risk.breakerNames[name] ?? name}
          </Tag>
          <span className="small">{`${reason ?? ''}. ${risk.resumes[resumes]}`}</span>
          <Button
            size="small"
            text={risk.reset}
            aria-label={risk.resetOf(risk.breakerNames[name] ?? name)}
            disabled={acting}
            onClick={() => client.send({ type: 'ResetBreaker', name })}
          />
        </div>
      ))}
    </>
  );
}

function Stranded({ report: { stranded } }: { report: RiskRecord }) {
  const { risk, flatten } = useMessages();
  const client = useClient();
  const flattens = useClientState(selectFlattens);
  const passive = useClientState((state) => selectReplaying(state) || selectReader(state));
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    client.send({ type: 'CloseFlatten' });
  };
  if (stranded.length === 0)
    return (
      <p className="muted small">
        <Term name="residual">{risk.stranded}</Term>: {risk.noneStranded}
      </p>
    );
  return (
    <>
      <h4 className="row">
        <Term name="residual">{risk.stranded}</Term>
        {flattens && (
          <Button className="push" size="small" text={flatten.open} disabled={passive} onClick={() => setOpen(true)} />
        )}
      </h4>
      <FlattenDialog isOpen={isOpen} close={close} />
      {stranded.map((one) => (
        <StrandedAsset key={`${one.exchange} ${one.asset}`} one={one} />
      ))}
    </>
  );
}

function wayOutOf({ way_out }: StrandedRecord, risk: Messages['risk']): string {
  if (way_out === null) return risk.noWayOut;
  const { market, quantity, expected_price, expected_loss_usd, path } = way_out;
  const order = `${way_out.side} ${amount(quantity)} ${market} @ ${amount(expected_price)}`;
  return risk.wayOut(order, path.join(' → '), money(expected_loss_usd));
}

function StrandedAsset({ one }: { one: StrandedRecord }) {
  const { risk } = useMessages();
  const client = useClient();
  const acting = useClientState((state) => state.risk.acting);
  const live = useClientState(selectLive);
  const [asking, ask] = useState<'sell' | 'keep' | null>(null);
  const { exchange, asset } = one;
  const what = risk.worth(amount(one.amount), asset, exchange, money(one.value_usd));
  const way = wayOutOf(one, risk);
  const confirm = (action: 'sell' | 'keep') => {
    ask(null);
    client.send({ type: 'ResolveStranded', exchange, asset, action });
  };
  return (
    <div className="row">
      <Tag minimal intent="danger">
        {asset}
      </Tag>
      <span className="small">{`${what}. ${way}`}</span>
      <Button
        size="small"
        intent={live ? 'warning' : 'primary'}
        text={live ? `${risk.sell} ${amount(one.amount)} ${asset} LIVE` : risk.sell}
        aria-label={risk.sellOf(what)}
        disabled={acting || one.way_out === null}
        onClick={() => ask('sell')}
      />
      <Button
        size="small"
        text={risk.keep}
        aria-label={risk.keepOf(what)}
        disabled={acting}
        onClick={() => ask('keep')}
      />
      <ConfirmDialog
        isOpen={asking === 'sell'}
        title={risk.sellTitle}
        body={risk.sellBody(what, way)}
        confirm={risk.sell}
        intent={live ? 'warning' : 'primary'}
        onCancel={() => ask(null)}
        onConfirm={() => confirm('sell')}
      />
      <ConfirmDialog
        isOpen={asking === 'keep'}
        title={risk.keepTitle}
        body={risk.keepBody(what)}
        confirm={risk.keep}
        intent="primary"
        onCancel={() => ask(null)}
        onConfirm={() => confirm('keep')}
      />
    </div>
  );
}

/** Every limit, fullest first. */
function Limits() {
  const messages = useMessages();
  const limits = useClientState(selectLimits);
  return (
    <>
      <h4>{messages.risk.limits}</h4>
      <ConfigVersions />
      <table className={styles.limits}>
        <tbody>
          {limits.map((limit) => (
            <tr key={`${limit.name} ${limit.scope}`}>
              <td>{limitName(messages, limit)}</td>
              <td className={styles.bar}>
                <Meter share={limit.share} />
              </td>
              <td className={(limit.share ?? 0) < nearLimit ? '' : styles.near}>{limitUse(messages, limit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
