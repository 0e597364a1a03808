import { Button, Tag } from '@blueprintjs/core';
import { type ClientState, selectCan, selectStale } from '@triquad/core';
import type { Risk } from '@triquad/core/contract';
import { useClient, useClientState, useWatch } from '../../client-context.tsx';
import { AsOfCommit } from '../../components/AsOfCommit.tsx';
import { LimitTable } from '../../components/LimitTable.tsx';
import { Panel } from '../../components/Panel.tsx';
import { Residuals } from '../../components/residual/Residuals.tsx';
import { ConfigVersions } from '../../components/runs-with.tsx';
import { StatusTag } from '../../components/StatusTag.tsx';
import { Term } from '../../components/term/Term.tsx';
import { usePanelState } from '../../components/use-panel-state.ts';
import { useMessages } from '../../messages/later.ts';
import { shortMoment } from '../../messages/moments.ts';

const height = 96;
const selectHasRisk = selectCan('risk');
const selectReport = (state: ClientState) => state.loaded.risk;
const intents = { active: 'success', reducing: 'warning', halted: 'danger' } as const;

/** Trading state, breakers, limits and residual positions; empty for a bot without risk reports. */
export function RiskPanel() {
  const hasRisk = useClientState(selectHasRisk);
  return hasRisk ? <Report /> : null;
}

function Report() {
  const { safety } = useMessages();
  useWatch('risk');
  const report = useClientState(selectReport);
  const stale = useClientState(selectStale);
  const state = usePanelState('risk', report !== null, null);
  return (
    <Panel title={safety.title} state={state} height={height} stale={stale}>
      {report && (
        <>
          <State report={report} />
          <AsOfCommit journal={report.journal} />
          <Breakers report={report} />
          <ResidualPositions report={report} />
          <Limits />
        </>
      )}
    </Panel>
  );
}

function State({ report: { state, since } }: { report: Risk }) {
  const { safety } = useMessages();
  const now = useClientState((one) => (since === null ? 0 : one.now));
  return (
    <div className="row">
      <StatusTag large minimal intent={intents[state]}>
        {safety.states[state]}
      </StatusTag>
      <span className="muted small">
        {safety.stateHints[state]} {since !== null && safety.since(shortMoment(since, now))}
      </span>
    </div>
  );
}

function Breakers({ report: { breakers } }: { report: Risk }) {
  const { risk, safety } = useMessages();
  const client = useClient();
  const acting = useClientState((state) => state.risk.acting);
  const tripped = breakers.filter(({ status }) => status === 'tripped');
  if (tripped.length === 0)
    return (
      <p className="muted small">
        <Term name="breaker">{safety.breakers}</Term>: {safety.noneTripped}
      </p>
    );
  return (
    <>
      <h3>
        <Term name="breaker">{safety.breakers}</Term>
      </h3>
      {tripped.map(({ name, reason, resumes }) => (
        <div key={name} className="row">
          <Tag minimal intent="warning">
            {risk.breakerNames[name] ?? name}
          </Tag>
          <span className="small">{`${reason ?? ''}. ${risk.resumes[resumes]}`}</span>
          <Button
            size="small"
            text={safety.reset}
            aria-label={safety.resetOf(risk.breakerNames[name] ?? name)}
            disabled={acting}
            onClick={() => client.send({ type: 'ResetBreaker', name })}
          />
        </div>
      ))}
    </>
  );
}

function ResidualPositions({ report }: { report: Risk }) {
  const { safety } = useMessages();
  if (report.stranded.length === 0)
    return (
      <p className="muted small">
        <Term name="residual">{safety.residuals}</Term>: {safety.noResidual}
      </p>
    );
  return (
    <>
      <h3>
        <Term name="residual">{safety.residuals}</Term>
      </h3>
      <Residuals report={report} />
    </>
  );
}

function Limits() {
  const { safety } = useMessages();
  return (
    <>
      <h3>{safety.limits}</h3>
      <ConfigVersions />
      <LimitTable />
    </>
  );
}
