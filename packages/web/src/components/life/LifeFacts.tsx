import type { Life } from '@triquad/core/contract';
import { number } from '../../messages/format.ts';
import { timeOfDay } from '../moments.ts';
import styles from './life.module.css';
import { useMessages } from './use-messages.ts';

const hashShown = 12;

/** The facts of the journal about it, with their places in the chain. */
export function LifeFacts({ facts }: { facts: Life['facts'] }) {
  const { life: text } = useMessages();
  const { factColumns: names } = text;
  if (facts.length === 0) return null;
  return (
    <div>
      <h3>
        {text.facts} <span className="muted">{number(facts.length)}</span>
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section className={styles.scroll} aria-label={text.facts} tabIndex={0}>
        <table className={styles.legs}>
          <thead>
            <tr>
              <th className="number">{names.seq}</th>
              <th>{names.at}</th>
              <th>{names.type}</th>
              <th>{names.says}</th>
              <th>{names.hash}</th>
            </tr>
          </thead>
          <tbody>
            {facts.map(({ seq, at, type, says, hash }) => (
              <tr key={seq}>
                <td className="number muted">{number(seq)}</td>
                <td className="muted">{at === null ? '' : `${timeOfDay(at)}.${at.slice(20, 23)}`}</td>
                <td>
                  <strong>{type}</strong>
                </td>
                <td>{Object.values(says).join(' · ')}</td>
                <td className="muted" title={hash}>
                  {hash.slice(0, hashShown)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
