import {
  type ClientState,
  nearLimit,
  selectBotMinute,
  selectCan,
  selectLastingLimits,
  selectLimits,
  selectStale,
} from '@triquad/core';
import { Link } from 'react-router-dom';
import { useClientState, useWatch } from '../../client-context.tsx';
import { limitFullAt, limitName, limitUse } from '../../components/limit-text.ts';
import { Meter } from '../../components/Meter.tsx';
import { Panel } from '../../components/Panel.tsx';
import { usePanelState } from '../../components/use-panel-state.ts';
import { classes } from '../../elements/classes.ts';
import { useMessages } from '../../messages/messages.tsx';
import styles from './dashboard.module.css';

const selectKnows = selectCan('risk');
const selectLoaded = (state: ClientState) => state.loaded.risk !== null;
/** Number of rows that fit beside MoneyPanel. */
const most = 8;

/** Is it safe: the limits that stop the bot next, fullest first, and when each is full at today's pace. */
export function LimitsPanel({ height }: { height: number }) {
  const messages = useMessages();
  const { limits: text } = messages.dashboard;
  useWatch('risk');
  const lasting = useClientState(selectLastingLimits);
  const limits = useClientState(selectLimits);
  // Limits that are full during an execution and empty themselves come last.
  const sorted = [...lasting, ...limits.filter((limit) => !lasting.includes(limit))];
  const knows = useClientState(selectKnows);
  const loaded = useClientState(selectLoaded);
  const stale = useClientState(selectStale);
  const minute = useClientState(selectBotMinute);
  const state = usePanelState('risk', loaded, limits.length === 0 ? { text: text.none } : null);
  const used = limits.filter(({ share }) => (share ?? 0) > 0).length;
  return (
    <Panel
      title={text.title}
      state={knows ? state : { kind: 'empty', text: messages.risk.unavailable }}
      height={height}
      stale={stale}
      actions={
        <>
          {loaded && <span className="muted small">{text.inUse(used, limits.length)}</span>}
          <Link to="/execution">{text.all}</Link>
        </>
      }
    >
      <table className={styles.limits}>
        <tbody>
          {sorted.slice(0, most).map((limit) => {
            const near = (limit.share ?? 0) >= nearLimit;
            return (
              <tr key={`${limit.name} ${limit.scope}`}>
                <th scope="row">{limitName(messages, limit)}</th>
                <td className={styles.meter}>
                  <Meter share={limit.share} />
                </td>
                <td className={classes('number', near && styles.near)}>{limitUse(messages, limit)}</td>
                <td className={classes('number', near ? styles.near : 'muted')} title={messages.risk.fullAtHint}>
                  {limitFullAt(messages, limit, minute)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Panel>
  );
}
