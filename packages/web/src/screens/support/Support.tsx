import { Button, Callout } from '@blueprintjs/core';
import { Download, Pulse } from '@blueprintjs/icons';
import { duration, none, selectCan } from '@triquad/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useCallRaw } from '../../app-context.tsx';
import { useClient, useClientState } from '../../client-context.tsx';
import { download } from '../../components/download.ts';
import { Fact, Facts } from '../../components/Facts.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { Panel } from '../../components/Panel.tsx';
import { Findings } from './Findings.tsx';
import { detailOf, type Finding, findingsOf } from './findings.ts';
import { reportOf } from './report.ts';
import styles from './support.module.css';
import { useMessages } from './use-messages.ts';

const selectCanDiagnose = selectCan('doctor');
const forbidden = 403;

/** Diagnostics: versions, state of the bot, the doctor's findings, and a report to pass on. */
export function Support() {
  const { support } = useMessages();
  const [findings, setFindings] = useState<readonly Finding[] | null>(null);
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
      <Doctor findings={findings} setFindings={setFindings} />
      <Report findings={findings} />
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

type DoctorProps = { findings: readonly Finding[] | null; setFindings: (findings: readonly Finding[] | null) => void };

function Doctor({ findings, setFindings }: DoctorProps) {
  const { support, texts } = useMessages();
  const callRaw = useCallRaw();
  const canDiagnose = useClientState(selectCanDiagnose);
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState('');
  const run = async () => {
    setRunning(true);
    setProblem('');
    const answer = await callRaw?.({ method: 'GET', address: '/system/doctor' });
    setRunning(false);
    if (answer === undefined) return;
    if (!answer.ok) return setProblem(texts.problem(answer.problem));
    const found = answer.status < 400 ? findingsOf(answer.text) : null;
    if (found !== null) setFindings(found);
    else setProblem(answer.status === forbidden ? support.role : `${answer.status} ${detailOf(answer.text)}`.trim());
  };
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
            text={findings === null ? support.run : support.again}
            loading={isRunning}
            onClick={() => void run()}
          />
        )
      }
    >
      <p className="muted">{canDiagnose ? support.findingsIntro : support.unsupported}</p>
      {problem !== '' && (
        <Callout compact intent="danger" role="alert">
          {problem}
        </Callout>
      )}
      <p role="status" className={isRunning ? '' : 'visually-hidden'}>
        {isRunning ? support.running : ''}
      </p>
      {findings !== null && <Findings findings={findings} />}
    </Panel>
  );
}

function Report({ findings }: { findings: readonly Finding[] | null }) {
  const { support } = useMessages();
  const client = useClient();
  const save = () => {
    const at = new Date();
    const recording = client.journal.exportJsonl();
    const text = reportOf({
      at,
      browser: window.navigator.userAgent,
      state: client.getSnapshot(),
      findings,
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
