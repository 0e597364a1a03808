import type { Life } from '@triquad/core/contract';
import { number } from '../../messages/format.ts';
import { timeOfDay } from '../../messages/moments.ts';
import { Heads } from '../../tables/Heads.tsx';
import { factText } from './fact-text.ts';
import styles from './life.module.css';
import { useMessages } from './use-messages.ts';

const hashShown = 8;

/** The facts of the journal about it, with their places in the chain. */
export function LifeFacts({ life }: { life: Life }) {
  const { facts } = life;
  const messages = useMessages();
  const { life: text } = messages;
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
          <Heads of={[{ number: names.seq }, names.at, names.type, names.says, names.hash]} />
          <tbody>
            {facts.map((fact) => (
              <tr key={fact.seq}>
                <td className="number muted">{number(fact.seq)}</td>
                <td className="muted">{fact.at === null ? '' : `${timeOfDay(fact.at)}.${fact.at.slice(20, 23)}`}</td>
                <td>
                  <strong>{fact.type}</strong>
                </td>
                <td>{factText(messages, fact, life)}</td>
                <td className="muted" title={fact.hash}>
                  {fact.hash.slice(0, hashShown)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
