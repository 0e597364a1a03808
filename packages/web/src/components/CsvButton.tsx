import { Button } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { useMessages } from '../messages/messages.tsx';
import { toCsv } from './csv.ts';
import type { DataColumn } from './DataTable.tsx';
import { download } from './download.ts';

type Props<Row> = { name: string; columns: readonly DataColumn<Row>[]; rows: readonly Row[] };

/** Saves the rows as they are shown: filtered and sorted. */
export function CsvButton<Row>({ name, columns, rows }: Props<Row>) {
  const { panel } = useMessages();
  return (
    <Button
      size="small"
      variant="minimal"
      icon={<Download />}
      text={panel.csv}
      title={panel.csvHint}
      aria-label={`${panel.csvHint}: ${name}`}
      disabled={rows.length === 0}
      onClick={() => download(`${name}.csv`, toCsv(columns, rows), 'text/csv')}
    />
  );
}
