import { Button, FormGroup, HTMLSelect, InputGroup, NumericInput } from '@blueprintjs/core';
import { FilterRemove, SmallCross } from '@blueprintjs/icons';
import { memo } from 'react';
import { useMessages } from '../../messages/messages.tsx';
import { type FilterTexts, minProfitOf } from './use-filters.ts';

type Props = { filters: FilterTexts; set: (change: Partial<FilterTexts>) => void; clear: () => void };

/** Opportunities come many times a second; the filters are drawn anew only when they change. */
export const FilterBar = memo(function FilterBar({ filters, set, clear }: Props) {
  const { scanner } = useMessages();
  const chips = activeFilters(filters, scanner);
  return (
    <section className="filters" aria-label={scanner.filters}>
      <FormGroup label={scanner.type} labelFor="filter-type">
        <HTMLSelect
          id="filter-type"
          value={filters.type}
          onChange={(event) => set({ type: event.currentTarget.value })}
          options={[
            { value: '', label: scanner.all },
            { value: 'TRI', label: scanner.tri },
            { value: 'QUAD', label: scanner.quad },
          ]}
        />
      </FormGroup>
      <FormGroup label={scanner.minProfit} labelFor="filter-profit">
        <NumericInput
          id="filter-profit"
          min={0}
          stepSize={0.1}
          minorStepSize={0.0001}
          majorStepSize={1}
          clampValueOnBlur
          className="filter-profit"
          value={filters.minProfit}
          placeholder="0.0"
          onValueChange={(_value, text) => set({ minProfit: text })}
        />
      </FormGroup>
      <FormGroup label={scanner.exchange} labelFor="filter-exchange">
        <InputGroup
          id="filter-exchange"
          value={filters.exchange}
          placeholder={scanner.exchangePlaceholder}
          onValueChange={(exchange) => set({ exchange })}
        />
      </FormGroup>
      <Button icon={<FilterRemove />} text={scanner.clear} disabled={chips.length === 0} onClick={clear} />
      <section className="row filter-chips" aria-label={scanner.active}>
        {chips.map(({ text, without }) => (
          <Button
            key={text}
            size="small"
            variant="outlined"
            intent="primary"
            endIcon={<SmallCross />}
            text={text}
            aria-label={scanner.removeFilter(text)}
            onClick={() => set(without)}
          />
        ))}
      </section>
    </section>
  );
});

type Texts = ReturnType<typeof useMessages>['scanner'];
type Chip = { text: string; without: Partial<FilterTexts> };

const activeFilters = ({ type, minProfit, exchange }: FilterTexts, texts: Texts): Chip[] => {
  const least = minProfitOf(minProfit);
  const chips: Chip[] = [];
  if (type !== '') chips.push({ text: texts.chipType(type), without: { type: '' } });
  if (least !== null) chips.push({ text: texts.chipProfit(String(least)), without: { minProfit: '' } });
  if (exchange.trim() !== '') chips.push({ text: texts.chipExchange(exchange.trim()), without: { exchange: '' } });
  return chips;
};
