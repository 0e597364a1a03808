import { Button } from '@blueprintjs/core';
import { Download, Duplicate, Tick } from '@blueprintjs/icons';
import { combinedProvenance } from '@triquad/core/contract';
import { type ReactNode, useState } from 'react';
import { download } from '../elements/download.ts';
import { fileName, useMarketMark } from '../elements/shown-market.ts';
import { useMessages } from '../messages/later.ts';
import type { DataColumn } from './column.ts';
import { toCsv, toTsv } from './csv.ts';

type Props<Row> = {
  name: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  /** Saves more than these rows, in the place of them. */
  whole?: ReactNode;
};

/** Copies the rows, or saves them as CSV, as they are shown: filtered and sorted. */
export function ExportButtons<Row>({ name, columns, rows, whole }: Props<Row>) {
  const { saved } = useMessages();
  const of = columns.find(({ source }) => source !== undefined)?.source;
  const mark = useMarketMark(of === undefined ? undefined : combinedProvenance(rows.map(of)));
  return (
    <>
      <CopyButton name={name} columns={columns} rows={rows} />
      {whole ?? (
        <Button
          size="small"
          variant="minimal"
          icon={<Download />}
          text={saved.csv}
          title={saved.csvHint}
          aria-label={`${saved.csv}: ${name}. ${saved.csvHint}`}
          disabled={rows.length === 0}
          onClick={() => download(fileName(mark, `${name}.csv`), toCsv(columns, rows), 'text/csv')}
        />
      )}
    </>
  );
}

/** A page that is not served from this machine or by HTTPS has no clipboard: then there is no button. */
function CopyButton<Row>({ name, columns, rows }: Props<Row>) {
  const { table } = useMessages();
  const [copied, setCopied] = useState(false);
  if (navigator.clipboard === undefined) return null;
  const copy = () => {
    navigator.clipboard.writeText(toTsv(columns, rows)).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <Button
      size="small"
      variant="minimal"
      icon={copied ? <Tick /> : <Duplicate />}
      text={copied ? table.copied : table.copy}
      title={table.copyHint}
      aria-label={`${copied ? table.copied : table.copy}: ${name}. ${table.copyHint}`}
      disabled={rows.length === 0}
      onClick={copy}
      onBlur={() => setCopied(false)}
      onMouseLeave={() => setCopied(false)}
    />
  );
}
