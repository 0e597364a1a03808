import { Button } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { type Command, lastMidnight, selectMinute } from '@triquad/core';
import { useClientState } from '../../client-context.tsx';
import { useMessages } from '../../components/life/use-messages.ts';
import { useCommand, useSend } from '../../components/use-command.ts';
import { fileName, useMarketMark } from '../../elements/shown-market.ts';

type Query = Omit<Extract<Command, { type: 'SaveExport' }>['query'], 'format'>;
type Props = { table: 'trades' | 'decisions'; query: Query };

const formats = ['csv', 'parquet'] as const;

/** True if the bot exports whole tables as files. */
export const useSavesWhole = (): boolean => useClientState(({ health }) => health.capabilities.includes('export'));

/** Saves every row that the filters select, however many are loaded; as the bot streams them, and only once all have come. */
export function SaveWhole({ table, query }: Props) {
  const { history: text } = useMessages();
  const send = useSend();
  const mark = useMarketMark();
  const saving = useClientState(({ history }) => history.saving);
  const { obstacle } = useCommand({ type: 'SaveExport', table, query: { ...query, format: 'csv' }, file: '' });
  const minute = useClientState(selectMinute);
  const day = new Date(lastMidnight(minute)).toISOString().slice(0, 10);
  return formats.map((format) => {
    const file = fileName(mark, `${table}-${day}.${format}`);
    const isSaving = saving.includes(file);
    return (
      <Button
        key={format}
        size="small"
        variant="minimal"
        icon={<Download />}
        text={isSaving ? text.saving : text.save[format]}
        title={text.saveHint}
        aria-label={`${isSaving ? text.saving : text.save[format]}. ${text.saveHint}`}
        aria-busy={isSaving}
        disabled={obstacle !== null || isSaving}
        onClick={() => send({ type: 'SaveExport', table, query: { ...query, format }, file })}
      />
    );
  });
}
