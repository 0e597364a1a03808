import { type ClientState, selectStale } from '@triquad/core';
import type { Scan } from '@triquad/core/contract';
import { Link } from 'react-router-dom';
import { useClientState, useWatch } from '../../client-context.tsx';
import { Panel } from '../../components/Panel.tsx';
import { usePanelState } from '../../components/use-panel-state.ts';
import { classes } from '../../elements/classes.ts';
import { number, percent } from '../../messages/format.ts';
import { useMessages } from '../../messages/later.ts';
import styles from './dashboard.module.css';

const height = 204;
const selectReport = (state: ClientState) => state.loaded.scan;

/** Why it did not trade: what became of the cycles that came up for a decision since the bot started, the most frequent first. */
export function DecisionsPanel() {
  const { scan } = useMessages();
  useWatch('scan');
  const report = useClientState(selectReport);
  const stale = useClientState(selectStale);
  const all = report === null ? 0 : report.decisions.executed + report.decisions.skipped;
  const state = usePanelState('scan', report !== null, all === 0 ? { text: scan.noDecisions } : null);
  return (
    <Panel
      title={scan.decisions}
      state={state}
      height={height}
      stale={stale}
      actions={
        <>
          {all > 0 && <span className="muted small">{scan.ofAll(all)}</span>}
          <Link to="/history?tab=decisions">{scan.allDecisions}</Link>
        </>
      }
    >
      {report && <Decisions report={report} all={all} />}
    </Panel>
  );
}

function Decisions({ report: { decisions, untrusted }, all }: { report: Scan; all: number }) {
  const { scan, reasons } = useMessages();
  const reasonText = (reason: string) => reasons[reason] ?? reason.replaceAll(/[-_]/g, ' ');
  const rows = [
    { reason: 'executed', count: decisions.executed },
    ...decisions.by_reason.filter(({ reason }) => reason !== 'executed'),
  ];
  return (
    <>
      <div className={styles.shares} aria-hidden>
        {rows.map(({ reason, count }) =>
          count === 0 ? null : (
            <span key={reason} className={reason === 'executed' ? styles.done : ''} style={{ flexGrow: count }} />
          ),
        )}
      </div>
      <ul className={styles.reasons}>
        {rows.map(({ reason, count }) => (
          <li key={reason}>
            <span className={classes(reason === 'executed' && 'gain')}>{reasonText(reason)}</span>
            <span className="number">{number(count)}</span>
            <span className="number muted">{percent((count / all) * 100, { digits: 1 })}</span>
          </li>
        ))}
      </ul>
      {untrusted.length > 0 && (
        <p className="muted small">
          {scan.untrusted}: {untrusted.map(({ reason, count }) => `${reasonText(reason)} ${number(count)}`).join(', ')}
        </p>
      )}
    </>
  );
}
