import { Button, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { FilterRemove, SmallCross } from '@blueprintjs/icons';
import { memo } from 'react';
import { classes } from '../../components/classes.ts';
import { useMessages } from '../../messages/messages.tsx';
import styles from './scanner.module.css';
import { type FilterTexts, minProfitOf } from './use-filters.ts';

type Props = { filters: FilterTexts; set: (change: Partial<FilterTexts>) => void; clear: () => void };

/** Memoised: opportunities come many times a second, filters change with the operator. */
export const FilterBar = memo(function FilterBar({ filters, set, clear }: Props) {
  const { scanner } = useMessages();
  const chips = activeFilters(filters, scanner);
  return (
    <section className={styles.filters} aria-label={scanner.filters}>
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
        <InputGroup
          id="filter-profit"
          type="number"
          min={0}
          step={0.1}
          className={classes(styles.profit)}
          value={filters.minProfit}
          placeholder="0.0"
          onValueChange={(minProfit) => set({ minProfit })}
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
      <section className={classes('row', styles.chips)} aria-label={scanner.active}>
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
