import { Button, Callout, Checkbox, Section, SectionCard } from '@blueprintjs/core';
import { Play, Time } from '@blueprintjs/icons';
import type { ClientState } from '@triquad/core';
import { type FormEvent, useState } from 'react';
import { useClient, useClientState } from '../../client-context.tsx';
import { zoneAt } from '../../components/moments.ts';
import { useMessages } from '../../messages/messages.tsx';
import { selectCan, selectReplaying } from '../../shell/selectors.ts';
import { Choices, inputId, MomentField, NumberField, TextField } from './Fields.tsx';
import { configOf, type FormErrors, type FormField, type FormTexts, formErrors, presetRange, presets } from './form.ts';
import { selectExchanges, selectReader, selectRunning } from './selectors.ts';

type Props = { texts: FormTexts; change: (change: Partial<FormTexts>) => void };
type PartProps = Props & { errors: FormErrors };

const longest = { name: 200, description: 2_000 };
const selectExtended = selectCan('backtest');
const selectProblem = (state: ClientState) => state.backtests.problem;

/** What to play, and the button that has it played. */
export function BacktestForm({ texts, change }: Props) {
  const { backtest: text } = useMessages();
  const client = useClient();
  const [asked, setAsked] = useState<FormTexts | null>(null);
  const running = useClientState(selectRunning);
  const replaying = useClientState(selectReplaying);
  const reader = useClientState(selectReader);
  const errors = useErrors(texts, asked);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (running || replaying || reader) return;
    setAsked(texts);
    const wrong = Object.keys(formErrors(texts))[0];
    if (wrong === undefined) client.send({ type: 'RunBacktest', config: configOf(texts) });
    else document.getElementById(inputId(wrong as FormField))?.focus();
  };
  const part = { texts, change, errors };
  return (
    <Section compact className="panel" title={text.settings}>
      <SectionCard>
        <form className="backtest-form" noValidate onSubmit={submit}>
          <TextField
            field="name"
            label={text.name}
            maxLength={longest.name}
            value={texts.name}
            error={errors.name}
            set={(name) => change({ name })}
          />
          <TextField
            field="description"
            label={text.description}
            maxLength={longest.description}
            value={texts.description}
            error={errors.description}
            set={(description) => change({ description })}
          />
          <Range {...part} />
          <Limits {...part} />
          <Selection {...part} />
          <Unplaced texts={texts} asked={asked} />
          {reader && <Callout compact>{text.viewer}</Callout>}
          <Button
            type="submit"
            intent="primary"
            size="large"
            fill
            icon={running ? <Time /> : <Play />}
            text={running ? text.running : text.run}
            disabled={running || replaying || reader}
          />
        </form>
      </SectionCard>
    </Section>
  );
}

/** What the rules find once it was tried, and what the bot said of a field as long as that stands as it was sent. */
const useErrors = (texts: FormTexts, asked: FormTexts | null): FormErrors => {
  const { errors: words } = useMessages().backtest;
  const problem = useClientState(selectProblem);
  if (asked === null) return {};
  const said = (problem?.errors ?? []).filter(({ path }) => asked[path as FormField] === texts[path as FormField]);
  const found = { ...Object.fromEntries(said.map(({ path, message }) => [path, message])), ...formErrors(texts) };
  return Object.fromEntries(Object.entries(found).map(([field, message]) => [field, words[message] ?? message]));
};

/** What the bot said that stands beside no field. */
function Unplaced({ texts, asked }: { texts: FormTexts; asked: FormTexts | null }) {
  const problem = useClientState(selectProblem);
  if (problem === null || asked !== texts) return null;
  const placed = problem.errors.length > 0 && problem.errors.every(({ path }) => path in texts);
  return placed ? null : (
    <Callout compact intent="danger" role="alert">
      {problem.message}
    </Callout>
  );
}

function Range({ texts, change, errors }: PartProps) {
  const { backtest: text } = useMessages();
  const now = useClient().getSnapshot;
  const { start_date, end_date } = texts;
  const utc = (local: string) => `${new Date(local).toISOString().slice(0, 16).replace('T', ' ')}`;
  const known = [start_date, end_date].every((local) => !Number.isNaN(Date.parse(local)));
  return (
    <>
      <MomentField
        field="start_date"
        label={text.start}
        value={start_date}
        error={errors.start_date}
        set={(value) => change({ start_date: value })}
      />
      <MomentField
        field="end_date"
        label={text.end}
        value={end_date}
        error={errors.end_date}
        set={(value) => change({ end_date: value })}
      />
      <p className="muted small wide">
        {text.zone(zoneAt(known ? start_date : now().now))}
        {known && <br />}
        {known && text.inUtc(utc(start_date), utc(end_date))}
      </p>
      <fieldset className="row wide presets" aria-label={text.ranges}>
        {(Object.keys(presets) as (keyof typeof presets)[]).map((preset) => (
          <Button
            key={preset}
            size="small"
            variant="outlined"
            text={text.presets[preset]}
            onClick={() => change(presetRange(preset, now().now))}
          />
        ))}
      </fieldset>
    </>
  );
}

function Limits({ texts, change, errors }: PartProps) {
  const { backtest: text } = useMessages();
  return (
    <>
      <NumberField
        field="initial_capital"
        label={text.capital}
        unit="$"
        min={0}
        step={100}
        value={texts.initial_capital}
        error={errors.initial_capital}
        set={(initial_capital) => change({ initial_capital })}
      />
      <NumberField
        field="max_position_size"
        label={text.position}
        unit="$"
        min={0}
        step={10}
        value={texts.max_position_size}
        error={errors.max_position_size}
        set={(max_position_size) => change({ max_position_size })}
      />
      <NumberField
        field="min_profit_threshold"
        label={text.threshold}
        min={0}
        max={100}
        step={0.1}
        value={texts.min_profit_threshold}
        error={errors.min_profit_threshold}
        set={(min_profit_threshold) => change({ min_profit_threshold })}
      />
      <NumberField
        field="max_slippage"
        label={text.slippage}
        min={0}
        max={10}
        step={0.1}
        value={texts.max_slippage}
        error={errors.max_slippage}
        set={(max_slippage) => change({ max_slippage })}
      />
    </>
  );
}

function Selection({ texts, change, errors }: PartProps) {
  const { backtest: text } = useMessages();
  const extended = useClientState(selectExtended);
  const offered = useClientState(selectExchanges).split(',');
  const names = [...new Set([...offered, ...texts.exchanges])];
  const toggle = (name: string, on: boolean) =>
    change({ exchanges: names.filter((one) => (one === name ? on : texts.exchanges.includes(one))) });
  return (
    <>
      <Choices field="exchanges" label={text.exchanges} error={errors.exchanges}>
        {names.map((name, index) => (
          <Checkbox
            key={name}
            {...(index === 0 ? { id: inputId('exchanges') } : {})}
            label={name}
            checked={texts.exchanges.includes(name)}
            onChange={(event) => toggle(name, event.currentTarget.checked)}
          />
        ))}
      </Choices>
      <Choices field="enable_triangular" label={text.types} error={errors.enable_triangular}>
        <Checkbox
          id={inputId('enable_triangular')}
          label={text.triangular}
          checked={texts.enable_triangular}
          onChange={(event) => change({ enable_triangular: event.currentTarget.checked })}
        />
        <Checkbox
          label={text.quadrangular}
          checked={texts.enable_quadrangular}
          onChange={(event) => change({ enable_quadrangular: event.currentTarget.checked })}
        />
      </Choices>
      {extended && (
        <div className="wide">
          <NumberField
            field="seed"
            label={text.seed}
            hint={text.seedHint}
            min={0}
            step={1}
            value={texts.seed}
            error={errors.seed}
            set={(seed) => change({ seed })}
          />
        </div>
      )}
    </>
  );
}
