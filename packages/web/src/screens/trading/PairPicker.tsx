import { Button, FormGroup, InputGroup } from '@blueprintjs/core';
import { Filter, Plus } from '@blueprintjs/icons';
import { pairPresets } from '@triquad/core';
import { type PairProblem, withPair } from '@triquad/core/rules';
import { type FormEvent, useId, useState } from 'react';
import { useMessages as useFrame } from '../../messages/use-frame.ts';
import { PairChips } from './PairChips.tsx';
import styles from './trading.module.css';
import { useAutoPairs } from './use-auto-pairs.ts';
import { useMessages } from './use-messages.ts';
import type { TradingForm } from './use-trading-form.ts';

type Props = { form: TradingForm };

/** Which pairs to scan: by preset, one by one, or none. */
export function PairPicker({ form }: Props) {
  const { control } = useMessages();
  const { runs } = useFrame();
  const [filter, setFilter] = useState('');
  const pairs = form.list('selectedPairs');
  const take = (selectedPairs: readonly string[]) => {
    setFilter('');
    form.change({ selectedPairs });
  };
  return (
    <fieldset className={styles.part}>
      <legend>{control.pairs}</legend>
      <Presets form={form} take={take} />
      <div className={`row ${styles.pairHead}`}>
        <span>{runs.pairCount(pairs.length)}</span>
        <InputGroup
          className="push"
          size="small"
          type="search"
          leftIcon={<Filter />}
          aria-label={control.filterPairs}
          placeholder={control.filterPairs}
          value={filter}
          onValueChange={setFilter}
        />
      </div>
      <PairChips
        pairs={pairs}
        filter={filter}
        locked={form.disabled}
        set={(selectedPairs) => form.change({ selectedPairs })}
      />
      <CustomPair form={form} />
    </fieldset>
  );
}

function Presets({ form, take }: Props & { take: (pairs: readonly string[]) => void }) {
  const { control } = useMessages();
  const auto = useAutoPairs(form, take);
  const pairs = form.list('selectedPairs');
  return (
    <fieldset className={`row ${styles.part}`} aria-label={control.presets}>
      {(['major', 'defi'] as const).map((name) => (
        <Button
          key={name}
          size="small"
          variant="outlined"
          text={control.preset[name]}
          disabled={form.disabled}
          active={String(pairs) === String(pairPresets[name])}
          onClick={() => take(pairPresets[name])}
        />
      ))}
      <Button
        size="small"
        variant="outlined"
        text={control.preset.auto}
        disabled={form.disabled}
        loading={auto.searching}
        onClick={auto.search}
      />
      <Button
        className="push"
        size="small"
        variant="minimal"
        text={control.clearPairs}
        aria-label={control.clearPairsOf}
        disabled={form.disabled || pairs.length === 0}
        onClick={() => take([])}
      />
    </fieldset>
  );
}

function CustomPair({ form }: Props) {
  const { control } = useMessages();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<PairProblem | null>(null);
  const add = (event: FormEvent) => {
    event.preventDefault();
    const added = withPair(form.list('selectedPairs'), typed);
    if (form.disabled) return;
    if (!added.ok) return setProblem(added.why);
    form.change({ selectedPairs: added.pairs });
    setTyped('');
    setProblem(null);
  };
  const intent = problem === null ? 'none' : 'danger';
  return (
    <form onSubmit={add}>
      <FormGroup
        className={styles.custom ?? ''}
        label={control.customPair}
        labelFor={id}
        intent={intent}
        helperText={
          <span id={`${id}-note`} className={styles.note} role="alert">
            {problem !== null && control.pairProblems[problem](typed)}
          </span>
        }
      >
        <InputGroup
          id={id}
          fill
          value={typed}
          placeholder="SOL/USDT"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          disabled={form.disabled}
          intent={intent}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-note`}
          onValueChange={(text) => {
            setTyped(text.toUpperCase());
            setProblem(null);
          }}
          rightElement={
            <Button
              type="submit"
              variant="minimal"
              icon={<Plus />}
              aria-label={control.addPair}
              disabled={form.disabled}
            />
          }
        />
      </FormGroup>
    </form>
  );
}
