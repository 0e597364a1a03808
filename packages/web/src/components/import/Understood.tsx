import { Callout } from '@blueprintjs/core';
import type { ImportPreview } from '@triquad/core/contract';
import type { ReactNode } from 'react';
import { number, percent } from '../../messages/format.ts';
import styles from './import.module.css';
import { useMessages } from './use-messages.ts';

type File = ImportPreview['files'][number];

const mostFiles = 20;
const mostMarkets = 12;

/** The recordings that an import would make, questions to the operator (`children`), and the interpretation of each file. */
export function Understood({
  preview: { files, recordings },
  children,
}: {
  preview: ImportPreview;
  children: ReactNode;
}) {
  const { importing: text } = useMessages();
  return (
    <section className={styles.understood} aria-label={text.understood}>
      <strong>{text.understood}</strong>
      {recordings.map(({ exchange, markets, taker_fee_pct, fee_source }) => (
        <p key={exchange}>{text.recording(exchange, markets ?? 0, percent(taker_fee_pct ?? 0), fee_source)}</p>
      ))}
      {files.some(({ bars }) => bars) && (
        <Callout compact intent="warning">
          {text.bars}
        </Callout>
      )}
      {children}
      {files.slice(0, mostFiles).map((file) => (
        <One key={file.name} file={file} />
      ))}
      {files.length > mostFiles && <p className="muted">{text.more(number(files.length - mostFiles))}</p>}
    </section>
  );
}

function One({ file }: { file: File }) {
  const { importing: text } = useMessages();
  const { name, form, exchanges, markets, time_unit, from, to, quotes, voids, unreadable, reasons } = file;
  const named = markets
    .slice(0, mostMarkets)
    .map(({ text: said, symbol }) =>
      symbol === null ? `${said} = ?` : said === symbol ? said : `${said} = ${symbol}`,
    );
  const others = markets.length > mostMarkets ? [text.more(number(markets.length - mostMarkets))] : [];
  const rows: readonly (readonly [string, string])[] = [
    [text.form, text.forms[form] ?? form],
    [text.exchange, exchanges.map(({ exchange, by }) => `${exchange} (${text.by[by] ?? by})`).join(', ') || '—'],
    [text.markets, [...named, ...others].join(', ') || '—'],
    [text.time, from === null ? '—' : `${from} – ${to} (${time_unit ?? ''})`],
    [text.rows, text.counts(number(quotes ?? 0), number(voids ?? 0), number(unreadable ?? 0))],
  ];
  return (
    <div className={styles.one}>
      <strong>{name}</strong>
      <dl className="small">
        {rows.map(([term, value]) => (
          <div key={term} style={{ display: 'contents' }}>
            <dt className="muted">{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="small muted">
        {[...(file.whole ? [] : [text.beginning]), ...(file.in_order ? [] : [text.unordered])].join(' ')}
      </p>
      {reasons.length > 0 && (
        <ul className="small muted">
          {reasons.map(({ line, field, message }) => (
            <li key={`${line} ${field} ${message}`}>{`${line > 0 ? `${line}: ` : ''}${field}: ${message}`}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
