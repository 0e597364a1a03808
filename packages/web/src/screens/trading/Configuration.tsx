import { Checkbox, FormGroup, InputGroup, Section, SectionCard } from '@blueprintjs/core';
import { readParameter, startError, type TradingConfig } from '@triquad/core';
import { useCallback, useId, useState } from 'react';
import { useClientState } from '../../client-context.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { PairPicker } from './PairPicker.tsx';
import { StartStop } from './StartStop.tsx';
import { selectExchanges, selectLocked } from './selectors.ts';
import { type ChangeConfig, useTradingConfig } from './use-trading-config.ts';

/** What to scan, by which limits, and the button that begins it. */
export function Configuration() {
  const { control } = useMessages();
  const [config, change] = useTradingConfig();
  const [texts, type] = useState(() => ({
    minProfit: String(config.minProfit),
    maxCapital: String(config.maxCapital),
  }));
  const locked = useClientState(selectLocked);
  const setPairs = useCallback((selectedPairs: readonly string[]) => change({ selectedPairs }), [change]);
  const minProfit = useNumber('minProfit', texts.minProfit, config);
  const maxCapital = useNumber('maxCapital', texts.maxCapital, config);
  const write = (field: NumberName, text: string) => {
    type({ ...texts, [field]: text });
    const read = readParameter(fields[field], text);
    if (read.ok) change({ [field]: read.value });
  };
  const missing = startError(config.selectedExchanges);
  const error = missing === null ? null : (control.errors[missing] ?? missing);
  return (
    <Section compact className="panel" title={control.configuration} aria-label={control.configuration} role="region">
      <SectionCard className="trading-config">
        <Exchanges selected={config.selectedExchanges} change={change} locked={locked} />
        <PairPicker exchanges={config.selectedExchanges} pairs={config.selectedPairs} set={setPairs} locked={locked} />
        <div className="trading-numbers">
          <NumberField
            label={control.minProfit}
            value={texts.minProfit}
            set={(text) => write('minProfit', text)}
            error={minProfit}
            locked={locked}
          />
          <NumberField
            label={control.maxCapital}
            value={texts.maxCapital}
            set={(text) => write('maxCapital', text)}
            error={maxCapital}
            locked={locked}
          />
        </div>
        <StartStop config={config} error={error} blocked={minProfit !== null || maxCapital !== null} />
      </SectionCard>
    </Section>
  );
}

const fields = { minProfit: 'min_profit_threshold', maxCapital: 'max_capital_per_route' } as const;
type NumberName = keyof typeof fields;

/** What is wrong with what was typed; what is stored is taken as it is. */
const useNumber = (name: NumberName, text: string, config: TradingConfig): string | null => {
  const { problems } = useMessages().settings;
  if (text === String(config[name])) return null;
  const read = readParameter(fields[name], text);
  if (read.ok) return null;
  return read.why === 'range' ? problems.range('0', '100') : problems[read.why];
};

type ExchangeProps = { selected: readonly string[]; change: ChangeConfig; locked: boolean };

function Exchanges({ selected, change, locked }: ExchangeProps) {
  const { control } = useMessages();
  const offered = useClientState(selectExchanges).split(',');
  const names = [...new Set([...offered, ...selected])];
  const toggle = (name: string, on: boolean) =>
    change({ selectedExchanges: names.filter((one) => (one === name ? on : selected.includes(one))) });
  return (
    <fieldset className="trading-part">
      <legend>{control.exchanges}</legend>
      <div className="trading-exchanges">
        {names.map((name) => (
          <Checkbox
            key={name}
            label={name}
            checked={selected.includes(name)}
            disabled={locked}
            onChange={(event) => toggle(name, event.currentTarget.checked)}
          />
        ))}
      </div>
    </fieldset>
  );
}

type NumberProps = {
  label: string;
  value: string;
  set: (text: string) => void;
  error: string | null;
  locked: boolean;
};

function NumberField({ label, value, set, error, locked }: NumberProps) {
  const id = useId();
  const intent = error === null ? 'none' : 'danger';
  return (
    <FormGroup
      label={label}
      labelFor={id}
      intent={intent}
      helperText={
        <span id={`${id}-under`} className="trading-under">
          {error}
        </span>
      }
    >
      <InputGroup
        id={id}
        fill
        inputMode="decimal"
        autoComplete="off"
        value={value}
        disabled={locked}
        intent={intent}
        aria-invalid={error !== null}
        aria-describedby={`${id}-under`}
        onValueChange={set}
      />
    </FormGroup>
  );
}
