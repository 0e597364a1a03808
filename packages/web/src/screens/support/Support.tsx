import { Button, Callout } from '@blueprintjs/core';
import { Download, Pulse } from '@blueprintjs/icons';
import { type ClientState, duration, none, selectCan, selectMinute } from '@triquad/core';
import { Link } from 'react-router-dom';
import { useClient, useClientState } from '../../client-context.tsx';
import { Fact, Facts } from '../../components/Facts.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { Panel } from '../../components/Panel.tsx';
import { useCommand } from '../../components/use-command.ts';
import { download } from '../../elements/download.ts';
import { shortMoment } from '../../messages/moments.ts';
import { Findings } from './Findings.tsx';
import { findingsOf } from './findings.ts';
import { reportOf } from './report.ts';
import styles from './support.module.css';
import { useMessages } from './use-messages.ts';

const selectCanDiagnose = selectCan('doctor');
const selectDoctor = ({ loaded }: ClientState) => loaded.doctor;
const selectRun = ({ resources }: ClientState) => resources.doctor;

/** Diagnostics: versions, state of the bot, the doctor's findings, and a report to pass on. */
export function Support() {
  const { support } = useMessages();
  return (
    <>
      <PageHead />
      <p className={styles.text}>
        {support.intro} <Link to="/docs#when-something-is-wrong">{support.guide}</Link> ·{' '}
        <Link to="/logs">{support.logs}</Link>
      </p>
      <div className="grid grid-2">
        <Versions />
        <Health />
      </div>
      <Doctor />
      <Report />
    </>
  );
}

function Versions() {
  const { support } = useMessages();
  const health = useClientState((state) => state.health.value);
  return (
    <Panel title={support.versions} state={{ kind: 'ready' }} height={120}>
      <Facts>
        <Fact name={support.bot} value={health?.version ?? none} />
        <Fact name={support.market} value={health?.market_detail ?? health?.market_source ?? none} />
        <Fact name={support.uptime} value={health?.uptime_seconds == null ? none : duration(health.uptime_seconds)} />
        <Fact name={support.capabilities} value={health === null ? none : health.capabilities.length} />
        <Fact name={support.browser} value={window.navigator.userAgent} />
      </Facts>
    </Panel>
  );
}

/** Health of the bot's feeds, trading and vault. */
function Health() {
  const { support } = useMessages();
  const health = useClientState((state) => state.health.value);
  const checks = Object.entries(health?.checks ?? {});
  return (
    <Panel
      title={support.health}
      height={120}
      state={checks.length === 0 ? { kind: 'empty', text: support.healthEmpty } : { kind: 'ready' }}
    >
      <Facts>
        {checks.map(([name, { status, detail }]) => (
          <Fact key={name} name={name} value={detail} tone={status === 'ok' ? '' : 'caution'} />
        ))}
      </Facts>
    </Panel>
  );
}

function Doctor() {
  const { support, texts } = useMessages();
  const canDiagnose = useClientState(selectCanDiagnose);
  const { obstacle, why, run } = useCommand({ type: 'Refresh', resource: 'doctor' });
  const doctor = useClientState(selectDoctor);
  const minute = useClientState(selectMinute);
  const { status, problem } = useClientState(selectRun);
  const isRunning = status === 'loading';
  const refusal =
    status !== 'failed' || problem === null ? '' : problem.kind === 'forbidden' ? support.role : texts.problem(problem);
  return (
    <Panel
      title={support.findings}
      state={{ kind: 'ready' }}
      height={80}
      actions={
        canDiagnose && (
          <Button
            size="small"
            icon={<Pulse />}
            text={doctor === null ? support.run : support.again}
            loading={isRunning}
            title={why}
            disabled={obstacle !== null}
            onClick={() => void run()}
          />
        )
      }
    >
      <p className="muted">{canDiagnose ? support.findingsIntro : support.unsupported}</p>
      {refusal !== '' && (
        <Callout compact intent="danger" role="alert">
          {refusal}
        </Callout>
      )}
      <p role="status" className={isRunning ? '' : 'visually-hidden'}>
        {isRunning ? support.running : ''}
      </p>
      {doctor?.at != null && <p className="muted small">{support.checkedAt(shortMoment(doctor.at, minute))}</p>}
      {doctor !== null && <Findings findings={findingsOf(doctor)} />}
    </Panel>
  );
}

function Report() {
  const { support } = useMessages();
  const client = useClient();
  const save = () => {
    const at = new Date();
    const state = client.getSnapshot();
    const recording = client.journal.exportJsonl();
    const text = reportOf({
      at,
      browser: window.navigator.userAgent,
      state,
      findings: state.loaded.doctor === null ? null : findingsOf(state.loaded.doctor),
      recording,
    });
    const name = `triquad-report-${at.toISOString().slice(0, 19).replaceAll(':', '')}.json`;
    download(name, text, 'application/json');
  };
  return (
    <Panel title={support.report} state={{ kind: 'ready' }} height={80}>
      <p className={styles.text}>{support.reportIntro}</p>
      <Button icon={<Download />} text={support.save} onClick={save} />
    </Panel>
  );
}
