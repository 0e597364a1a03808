import { Callout, Checkbox, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { type ClientState, groupedMissing } from '@triquad/core';
import type { ImportPreview } from '@triquad/core/contract';
import { useClientState, useWatch } from '../../client-context.tsx';
import styles from './import.module.css';
import { meaning, type Said, saidWith } from './said.ts';
import { useMessages } from './use-messages.ts';

type Props = { preview: ImportPreview; said: Said; say: (said: Said) => void };

const selectRecordings = (state: ClientState) => state.loaded.recordings;
const selectFiles = (state: ClientState) => state.loaded.import_files;
const mostNames = 3;
const exchanges = ['binance', 'binance-us', 'coinbase', 'kraken', 'kucoin', 'okx'];

/** Required and optional answers of the operator before an import. */
export function Asked({ preview, said, say }: Props) {
  const { importing: text } = useMessages();
  const { missing, files } = preview;
  useWatch('recordings');
  useWatch('import_files');
  const recordings = useClientState(selectRecordings) ?? [];
  const lists = (useClientState(selectFiles) ?? []).filter(
    ({ name, folder }) => !folder && /\.json(\.gz)?$/i.test(name),
  );
  const unclear = missing.filter(({ what }) => what === 'symbol');
  const lacksExchange = said.exchange !== undefined || missing.some(({ what }) => what === 'exchange');
  const joinable = recordings.filter(({ exchange }) => preview.recordings.some((one) => one.exchange === exchange));
  return (
    <>
      {missing.length > 0 && (
        <Callout compact intent="warning" title={text.missing}>
          <ul>
            {groupedMissing(missing).map(({ files: lacking, message }) => (
              <li key={message}>
                {lacking.length > 0 && `${text.names(lacking.slice(0, mostNames), lacking.length - mostNames)}: `}
                {message}
              </li>
            ))}
          </ul>
        </Callout>
      )}
      <div className={styles.asked}>
        {lacksExchange && (
          <FormGroup label={text.whose}>
            <HTMLSelect
              fill
              aria-label={text.whose}
              value={said.exchange ?? ''}
              options={[{ value: '', label: text.choose }, ...exchanges]}
              onChange={({ currentTarget: { value } }) => say(saidWith(said, 'exchange', value))}
            />
          </FormGroup>
        )}
        {files.some(({ bars }) => bars) && <Spread said={said} say={say} />}
        {unclear.map(({ text: name, readings }) => (
          <FormGroup key={name} label={text.means(name ?? '')}>
            <HTMLSelect
              fill
              aria-label={text.means(name ?? '')}
              value={said.symbols?.[name ?? ''] ?? ''}
              options={[{ value: '', label: text.choose }, ...readings]}
              onChange={({ currentTarget: { value } }) => say(meaning(said, name ?? '', value))}
            />
          </FormGroup>
        ))}
        {lists.length > 0 && (
          <FormGroup label={text.list}>
            <HTMLSelect
              fill
              aria-label={text.list}
              value={said.instruments ?? ''}
              options={[{ value: '', label: text.listBeside }, ...lists.map(({ name }) => name)]}
              onChange={({ currentTarget: { value } }) => say(saidWith(said, 'instruments', value))}
            />
          </FormGroup>
        )}
        <FormGroup label={text.join}>
          <HTMLSelect
            fill
            aria-label={text.join}
            value={said.join ?? ''}
            options={[{ value: '', label: text.beside }, ...joinable.map(({ name }) => name)]}
            onChange={({ currentTarget: { value } }) => say(saidWith(said, 'join', value))}
          />
        </FormGroup>
      </div>
      {(unclear.length > 0 || said.leave_unclear === true) && (
        <Checkbox
          label={text.unclear(unclear.length)}
          checked={said.leave_unclear === true}
          onChange={({ currentTarget: { checked } }) => say({ ...said, leave_unclear: checked })}
        />
      )}
    </>
  );
}

function Spread({ said, say }: Omit<Props, 'preview'>) {
  const { importing: text } = useMessages();
  return (
    <FormGroup label={text.spread}>
      <InputGroup
        fill
        type="number"
        min={0}
        step={0.01}
        aria-label={text.spread}
        value={said.spread_pct === undefined ? '' : String(said.spread_pct)}
        onChange={({ currentTarget: { value } }) =>
          say(saidWith(said, 'spread_pct', Number(value) > 0 ? Number(value) : ''))
        }
      />
    </FormGroup>
  );
}
