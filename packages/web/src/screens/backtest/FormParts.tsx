import { Button, Checkbox } from '@blueprintjs/core';
import { selectCan } from '@triquad/core';
import { useClient, useClientState } from '../../client-context.tsx';
import { zoneAt } from '../../components/moments.ts';
import { useMessages } from '../../messages/messages.tsx';
import { Choices, inputId, MomentField, NumberField } from './Fields.tsx';
import { type FormErrors, type FormTexts, presetRange, presets } from './form.ts';
import { selectExchanges } from './selectors.ts';

/** A part of the form: what stands in it, and what is wrong with that. */
type PartProps = { texts: FormTexts; change: (change: Partial<FormTexts>) => void; errors: FormErrors };

/** From when to when, in the browser's own zone, with the UTC that it stands for. */
export function Range({ texts, change, errors }: PartProps) {
  const { backtest: text } = useMessages();
  const now = useClient().getSnapshot;
  const { start_date, end_date } = texts;
  const utc = (local: string) => new Date(local).toISOString().slice(0, 16).replace('T', ' ');
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

const numbers = [
  { field: 'initial_capital', name: 'capital', unit: '$', step: 100 },
  { field: 'max_position_size', name: 'position', unit: '$', step: 10 },
  { field: 'min_profit_threshold', name: 'threshold', max: 100, step: 0.1 },
  { field: 'max_slippage', name: 'slippage', max: 10, step: 0.1 },
] as const;

/** Money and percentages. */
export function Limits({ texts, change, errors }: PartProps) {
  const { backtest: text } = useMessages();
  return numbers.map(({ field, name, ...rest }) => (
    <NumberField
      key={field}
      {...rest}
      field={field}
      label={text[name]}
      min={0}
      value={texts[field]}
      error={errors[field]}
      set={(value) => change({ [field]: value })}
    />
  ));
}

export function Exchanges({ texts, change, errors }: PartProps) {
  const { backtest: text } = useMessages();
  const offered = useClientState(selectExchanges).split(',');
  const names = [...new Set([...offered, ...texts.exchanges])];
  const toggle = (name: string, on: boolean) =>
    change({ exchanges: names.filter((one) => (one === name ? on : texts.exchanges.includes(one))) });
  return (
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
  );
}

export function Types({ texts, change, errors }: PartProps) {
  const { backtest: text } = useMessages();
  return (
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
  );
}

const selectExtended = selectCan('backtest');

/** Which of the invented markets, for a bot that has them. */
export function Seed({ texts, change, errors }: PartProps) {
  const { backtest: text } = useMessages();
  if (!useClientState(selectExtended)) return null;
  return (
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
  );
}
