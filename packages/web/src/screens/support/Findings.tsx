import { Tag } from '@blueprintjs/core';
import { Error as Cross, Tick, WarningSign } from '@blueprintjs/icons';
import { Heads } from '../../tables/Heads.tsx';
import type { Finding } from './findings.ts';
import styles from './support.module.css';
import { useMessages } from './use-messages.ts';

const marks = {
  ok: { intent: 'success', Icon: Tick },
  warn: { intent: 'warning', Icon: WarningSign },
  fail: { intent: 'danger', Icon: Cross },
} as const;

/** A line for each check, what needs somebody first. Its words are the bot's, in English. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  const { support } = useMessages();
  const count = (verdict: Finding['verdict']) => findings.filter((one) => one.verdict === verdict).length;
  return (
    <>
      <p>
        <strong>{support.summary(count('ok'), count('warn'), count('fail'))}</strong>
      </p>
      <table className={styles.table}>
        <Heads of={[support.columns.verdict, support.columns.check, support.columns.found]} />
        <tbody>
          {findings.map(({ name, verdict, detail, advice }) => {
            const { intent, Icon } = marks[verdict];
            return (
              <tr key={`${name} ${detail}`}>
                <td>
                  <Tag minimal intent={intent} icon={<Icon size={12} />}>
                    {support.verdicts[verdict]}
                  </Tag>
                </td>
                <td lang="en">{name}</td>
                <td lang="en">
                  {detail}
                  {advice !== null && <div className="muted">{advice}</div>}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}
