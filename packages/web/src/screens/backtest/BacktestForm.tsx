import { Button, Callout, Section, SectionCard } from '@blueprintjs/core';
import { Play, Time } from '@blueprintjs/icons';
import { type ClientState, selectBacktestRunning, selectCan } from '@triquad/core';
import { backtestConfig } from '@triquad/core/rules';
import { localText, readLocal, withoutZone } from '@triquad/core/time';
import { useClient, useClientState, useWatch } from '../../client-context.tsx';
import { ImportButton } from '../../components/import/ImportButton.tsx';
import { Title } from '../../components/Panel.tsx';
import { useCommand } from '../../components/use-command.ts';
import { Choices, FlagField, ListField, NumberField, TextField } from '../../forms/fields.tsx';
import { useMessages as useFormMessages } from '../../forms/use-messages.ts';
import { offsetNameAt, zoneAt, zoneName } from '../../messages/moments.ts';
import styles from './backtest.module.css';
import { presetRange, presets, recordingRange } from './backtest-values.ts';
import { selectExchanges } from './selectors.ts';
import { Terms } from './Terms.tsx';
import { anyRun, type BacktestForm as Form } from './use-backtest-form.ts';
import { useMessages } from './use-messages.ts';

const selectRecordings = (state: ClientState) => state.loaded.recordings;
const selectSeeded = selectCan('backtest');
const selectAsks = selectCan('backtest.market');

/** Settings of a backtest, and its run button. */
export function BacktestForm({ form }: { form: Form }) {
  const { backtest: text } = useMessages();
  const client = useClient();
  const isSeeded = useClientState(selectSeeded);
  const asks = useClientState(selectAsks);
  const run = form.submit((value) =>
    client.send({ type: 'RunBacktest', config: { ...backtestConfig(value), ...(asks && { market: 'recorded' }) } }),
  );
  return (
    <Section compact className="panel" titleRenderer={Title} title={text.settings}>
      <SectionCard>
        <form className={styles.form} noValidate onSubmit={run}>
          <div className={styles.wide}>
            <TextField form={form} path="name" label={text.name} maxLength={200} />
          </div>
          <div className={styles.wide}>
            <TextField form={form} path="description" label={text.description} maxLength={2_000} />
          </div>
          <Range form={form} />
          <Recordings form={form} />
          <NumberField form={form} path="initial_capital" label={text.capital} isMoney />
          <NumberField form={form} path="max_position_size" label={text.position} isMoney />
          <NumberField form={form} path="min_profit_threshold" label={text.threshold} />
          <NumberField form={form} path="max_slippage" label={text.slippage} />
          <Exchanges form={form} />
          <Types form={form} />
          {isSeeded && (
            <div className={styles.full}>
              <NumberField form={form} path="seed" label={text.seed} help={text.seedHint} />
            </div>
          )}
          <Terms form={form} />
          <Submit form={form} />
        </form>
      </SectionCard>
    </Section>
  );
}

/** Start and end in the browser's own zone, with its offset at each of them, and in UTC. */
function Range({ form }: { form: Form }) {
  const { backtest: text } = useMessages();
  const client = useClient();
  const [start, end] = [readLocal(form.text('start_date')), readLocal(form.text('end_date'))];
  return (
    <>
      <div className={styles.wide}>
        <TextField form={form} path="start_date" label={text.start} type="datetime-local" />
        <Twice form={form} path="start_date" />
      </div>
      <div className={styles.wide}>
        <TextField form={form} path="end_date" label={text.end} type="datetime-local" />
        <Twice form={form} path="end_date" />
      </div>
      <p className={`muted small ${styles.full}`}>
        {start.ok && end.ok ? (
          <>
            <Zone start={start.at} end={end.at} />
            <br />
            {text.inUtc(utcText(start.at), utcText(end.at))}
          </>
        ) : (
          text.zone(zoneAt(client.getSnapshot().now))
        )}
      </p>
      <fieldset className={`row ${styles.full} ${styles.presets}`} aria-label={text.ranges}>
        {(Object.keys(presets) as (keyof typeof presets)[]).map((preset) => (
          <Button
            key={preset}
            size="small"
            variant="outlined"
            text={text.presets[preset]}
            disabled={form.disabled}
            onClick={() => form.change(presetRange(preset, client.getSnapshot().now))}
          />
        ))}
      </fieldset>
    </>
  );
}

const utcText = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ').replace(/:00$/, '');

function Zone({ start, end }: { start: number; end: number }) {
  const { backtest: text } = useMessages();
  const [first, last] = [offsetNameAt(start), offsetNameAt(end)];
  return first === last ? text.zone(zoneAt(start)) : text.zones(zoneName(), first, last);
}

/** For a local time that exists twice: the chosen moment, and a button for the other one. */
function Twice({ form, path }: { form: Form; path: 'start_date' | 'end_date' }) {
  const { backtest: text } = useMessages();
  const local = form.text(path);
  const read = readLocal(local);
  if (!read.ok || read.other === null) return null;
  const { at, other } = read;
  return (
    <div className="row small" role="status">
      {text.twice(withoutZone(local).replace('T', ' '), offsetNameAt(at))}
      <Button
        size="small"
        variant="outlined"
        text={text.takeOther(offsetNameAt(other))}
        disabled={form.disabled}
        onClick={() => form.change({ [path]: localText(other) })}
      />
    </div>
  );
}

/** Recordings; choosing one fills in its range and its exchange. */
function Recordings({ form }: { form: Form }) {
  const { backtest: text } = useMessages();
  useWatch('recordings');
  const recordings = useClientState(selectRecordings) ?? [];
  return (
    <fieldset className={`row ${styles.full} ${styles.presets}`} aria-label={text.recordings}>
      {recordings.length > 0 && <span className="muted small">{text.recordings}</span>}
      {recordings.map(({ name, exchange, from, to }) => (
        <Button
          key={name}
          size="small"
          variant="outlined"
          text={name}
          disabled={form.disabled}
          onClick={() => form.change({ ...recordingRange({ from, to }), exchanges: [exchange] })}
        />
      ))}
      <ImportButton />
    </fieldset>
  );
}

function Exchanges({ form }: { form: Form }) {
  const { backtest: text } = useMessages();
  const offered = useClientState(selectExchanges).split(',');
  return (
    <div className={styles.wide}>
      <ListField form={form} path="exchanges" label={text.exchanges} offered={offered} />
    </div>
  );
}

function Types({ form }: { form: Form }) {
  const { backtest: text } = useMessages();
  return (
    <div className={styles.wide}>
      <Choices form={form} path="enable_triangular" label={text.types}>
        <FlagField form={form} path="enable_triangular" label={text.triangular} />
        <FlagField form={form} path="enable_quadrangular" label={text.quadrangular} />
      </Choices>
    </div>
  );
}

/** Nothing is recorded of the range: names what there is, and asks before an invented market is played. */
function Invented({ form, detail }: { form: Form; detail: string }) {
  const { backtest: text } = useMessages();
  const client = useClient();
  const play = (market: 'practice' | 'realistic') =>
    form.submit((value) => client.send({ type: 'RunBacktest', config: { ...backtestConfig(value), market } }));
  return (
    <Callout compact intent="warning" role="alert">
      <p>{text.noRecording(detail.replace(/^\w+: /, ''))}</p>
      <div className="row">
        <Button size="small" text={text.playPractice} disabled={form.disabled} onClick={play('practice')} />
        <Button size="small" text={text.playRealistic} disabled={form.disabled} onClick={play('realistic')} />
      </div>
    </Callout>
  );
}

/** Bars of the range, which are played only on purpose. */
function Bars({ form }: { form: Form }) {
  const { backtest: text, texts } = useMessages();
  const client = useClient();
  const recordings = useClientState(({ loaded }) => loaded.recordings);
  const play = form.submit((value) => {
    const config = backtestConfig(value);
    const { exchanges, start_date, end_date } = config;
    const named = (recordings ?? []).filter(
      ({ provenance, exchange, from, to }) =>
        provenance?.kind === 'bars' && exchanges.includes(exchange) && from < end_date && to > start_date,
    );
    client.send({ type: 'RunBacktest', config: { ...config, recordings: named.map(({ name }) => name) } });
  });
  return (
    <Callout compact intent="warning" role="alert">
      <p>{form.problem === null ? '' : texts.problem(form.problem)}</p>
      <Button size="small" text={text.playBars} disabled={form.disabled} onClick={play} />
    </Callout>
  );
}

const asking = ['no_recording', 'bars_not_quotes'];

/** The submit button, and above it a refusal that no field shows. */
function Submit({ form }: { form: Form }) {
  const { backtest: text, texts } = useMessages();
  const { forms } = useFormMessages();
  const running = useClientState(selectBacktestRunning);
  const { obstacle, why } = useCommand(anyRun);
  return (
    <div className={`${styles.full} ${styles.submit}`}>
      {form.problem?.code === 'no_recording' && <Invented form={form} detail={form.problem.detail ?? ''} />}
      {form.problem?.code === 'bars_not_quotes' && <Bars form={form} />}
      {form.problem !== null && !asking.includes(form.problem.code ?? '') && !form.isProblemPlaced && (
        <Callout compact intent="danger" role="alert">
          {texts.problem(form.problem)}
        </Callout>
      )}
      {obstacle?.code === 'role_too_low' && <Callout compact>{text.viewer}</Callout>}
      <Button
        type="submit"
        intent="primary"
        size="large"
        fill
        icon={running ? <Time /> : <Play />}
        text={running ? text.running : text.run}
        title={why}
        disabled={running || obstacle !== null}
      />
      <Button variant="minimal" text={forms.reset} disabled={!form.isDirty || form.disabled} onClick={form.discard} />
    </div>
  );
}
