import type { PaperFields } from '@triquad/core/contract';
import { NumberField, NumberInput, SelectField } from '../../forms/fields.tsx';
import type { Form } from '../../forms/use-form.ts';
import { Heads } from '../../tables/Heads.tsx';
import { Note } from './Note.tsx';
import styles from './settings.module.css';
import { useMessages } from './use-messages.ts';

type Props = { form: Form<PaperFields>; exchanges: readonly string[] };

const shares = ['taken_pct', 'rejected_pct', 'timed_out_pct', 'rate_limited_pct'] as const;
const delays = ['feed_delay', 'order_delay'] as const;
const points = ['median_ms', 'p99_ms'] as const;

/** The conditions of a paper account, single values of them, and delays by exchange. */
export function PaperConditions({ form, exchanges }: Props) {
  const { paper, takes } = useMessages().settings;
  return (
    <section aria-label={paper.title} className={styles.assets}>
      <h3>
        {paper.title} <span className={styles.takes}>{takes['next-start']}</span>
      </h3>
      <p className="muted small">{paper.help}</p>
      <div className={styles.fields}>
        <SelectField
          form={form}
          path="paper.conditions"
          label={paper.conditions}
          help={paper.conditionsHelp}
          options={[
            { value: '', label: paper.usual },
            { value: 'practice', label: paper.practice },
            { value: 'realistic', label: paper.realistic },
          ]}
        />
        {shares.map((field) => (
          <NumberField key={field} form={form} path={`paper.${field}`} label={paper[field]} />
        ))}
      </div>
      {exchanges.length > 0 && <Delays form={form} exchanges={exchanges} />}
    </section>
  );
}

function Delays({ form, exchanges }: Props) {
  const { paper, fees } = useMessages().settings;
  return (
    <>
      <h3>{paper.delays}</h3>
      <p className="muted small">{paper.delaysHelp}</p>
      <div className={styles.scrolls}>
        <table className={styles.feeTable}>
          <Heads
            of={[
              fees.exchange,
              ...delays.flatMap((delay) => points.map((point) => `${paper[delay]}, ${paper[point]}`)),
            ]}
          />
          <tbody>
            {exchanges.map((exchange) => (
              <tr key={exchange}>
                <th scope="row">{exchange}</th>
                {delays.flatMap((delay) =>
                  points.map((point) => {
                    const path = `paper.exchanges.${exchange}.${delay}.${point}` as const;
                    return (
                      <td key={path}>
                        <NumberInput
                          form={form}
                          path={path}
                          label={fees.of(`${paper[delay]}, ${paper[point]}`, exchange)}
                        />
                        <Note form={form} path={path} />
                      </td>
                    );
                  }),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
