import { Button, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { FilterRemove, SmallCross } from '@blueprintjs/icons';
import { classes } from '../../elements/classes.ts';
import type { Messages } from '../../messages/later.ts';
import { useMessages } from '../../messages/later.ts';
import styles from './scanner.module.css';
import { type Filters, type FilterTexts, minProfitOf } from './use-filters.ts';

const none: FilterTexts = { type: '', minProfit: '', exchange: '' };

export function FilterBar({ filters: { texts, set, type, settle } }: { filters: Filters }) {
  const { scanner } = useMessages();
  const chips = activeFilters(texts, scanner);
  const typed = {
    onBlur: settle,
    onKeyDown: (event: { key: string }) => event.key === 'Enter' && settle(),
  };
  return (
    <section className={styles.filters} aria-label={scanner.filters}>
      <FormGroup label={scanner.type} labelFor="filter-type">
        <HTMLSelect
          id="filter-type"
          value={texts.type}
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
          value={texts.minProfit}
          placeholder="0.0"
          onValueChange={(minProfit) => type({ minProfit })}
          {...typed}
        />
      </FormGroup>
      <FormGroup label={scanner.exchange} labelFor="filter-exchange">
        <InputGroup
          id="filter-exchange"
          value={texts.exchange}
          placeholder={scanner.exchangePlaceholder}
          onValueChange={(exchange) => type({ exchange })}
          {...typed}
        />
      </FormGroup>
      <Button icon={<FilterRemove />} text={scanner.clear} disabled={chips.length === 0} onClick={() => set(none)} />
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
}

type Chip = { text: string; without: Partial<FilterTexts> };

const activeFilters = ({ type, minProfit, exchange }: FilterTexts, texts: Messages['scanner']): Chip[] => {
  const least = minProfitOf(minProfit);
  const chips: Chip[] = [];
  if (type !== '') chips.push({ text: texts.chipType(type), without: { type: '' } });
  if (least !== null) chips.push({ text: texts.chipProfit(String(least)), without: { minProfit: '' } });
  if (exchange.trim() !== '') chips.push({ text: texts.chipExchange(exchange.trim()), without: { exchange: '' } });
  return chips;
};
