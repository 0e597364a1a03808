import { Button, FormGroup, InputGroup } from '@blueprintjs/core';
import { Filter, Plus } from '@blueprintjs/icons';
import { pairPresets, withPair } from '@triquad/core';
import { type FormEvent, useCallback, useId, useState } from 'react';
import { useMessages } from '../../messages/messages.tsx';
import { PairChips } from './PairChips.tsx';
import { useAutoPairs } from './use-auto-pairs.ts';

type Props = {
  exchanges: readonly string[];
  pairs: readonly string[];
  set: (pairs: readonly string[]) => void;
  locked: boolean;
};

/** Which pairs to scan: by preset, one by one, or none. */
export function PairPicker({ exchanges, pairs, set, locked }: Props) {
  const { control } = useMessages();
  const [filter, setFilter] = useState('');
  const take = useCallback(
    (found: readonly string[]) => {
      setFilter('');
      set(found);
    },
    [set],
  );
  const auto = useAutoPairs(exchanges, locked, take);
  return (
    <fieldset className="trading-part">
      <legend>{control.pairs}</legend>
      <fieldset className="row trading-part" aria-label={control.presets}>
        {(['major', 'defi'] as const).map((name) => (
          <Button
            key={name}
            size="small"
            variant="outlined"
            text={control.preset[name]}
            disabled={locked}
            active={String(pairs) === String(pairPresets[name])}
            onClick={() => take(pairPresets[name])}
          />
        ))}
        <Button
          size="small"
          variant="outlined"
          text={control.preset.auto}
          disabled={locked}
          loading={auto.searching}
          onClick={auto.search}
        />
        <Button
          className="push"
          size="small"
          variant="minimal"
          text={control.clearPairs}
          aria-label={control.clearPairsOf}
          disabled={locked || pairs.length === 0}
          onClick={() => take([])}
        />
      </fieldset>
      <div className="row pair-head">
        <span>{control.pairCount(pairs.length)}</span>
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
      <PairChips pairs={pairs} filter={filter} locked={locked} set={set} />
      <CustomPair pairs={pairs} set={set} locked={locked} />
    </fieldset>
  );
}

function CustomPair({ pairs, set, locked }: Omit<Props, 'exchanges'>) {
  const { control } = useMessages();
  const id = useId();
  const [typed, type] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    const more = withPair(pairs, typed);
    if (locked || more === pairs) return;
    set(more);
    type('');
  };
  return (
    <form onSubmit={add}>
      <FormGroup label={control.customPair} labelFor={id}>
        <InputGroup
          id={id}
          fill
          value={typed}
          placeholder="SOL/USDT"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          disabled={locked}
          onValueChange={(text) => type(text.toUpperCase())}
          rightElement={
            <Button type="submit" variant="minimal" icon={<Plus />} aria-label={control.addPair} disabled={locked} />
          }
        />
      </FormGroup>
    </form>
  );
}
