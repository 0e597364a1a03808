import { PageHead } from '../../components/PageHead.tsx';
import styles from './legal.module.css';
import { useMessages } from './use-messages.ts';

type Part = { title: string; text: string };

/** Stored data by place, and data that leaves the machine. */
export function Privacy() {
  const { browser, machine, leaves, remove, intro, links } = useMessages().privacy;
  return <Plain intro={intro} parts={[browser, machine, leaves, remove]} note={links} />;
}

export function Terms() {
  const { licence, warranty, risk, figures, rules, intro } = useMessages().terms;
  return <Plain intro={intro} parts={[licence, warranty, risk, figures, rules]} />;
}

function Plain({ intro, parts, note }: { intro: string; parts: readonly Part[]; note?: string }) {
  return (
    <>
      <PageHead />
      <article className={styles.text}>
        <p>{intro}</p>
        {parts.map(({ title, text }) => (
          <section key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </section>
        ))}
        {note !== undefined && <p className="muted">{note}</p>}
      </article>
    </>
  );
}
