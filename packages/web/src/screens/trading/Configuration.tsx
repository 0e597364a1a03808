import { Section, SectionCard } from '@blueprintjs/core';
import { useClientState } from '../../client-context.tsx';
import { Title } from '../../components/Panel.tsx';
import { ListField, NumberField } from '../../forms/fields.tsx';
import { PairPicker } from './PairPicker.tsx';
import { StartStop } from './StartStop.tsx';
import { selectExchanges } from './selectors.ts';
import styles from './trading.module.css';
import { useMessages } from './use-messages.ts';
import { useTradingForm } from './use-trading-form.ts';

/** Markets to scan, trading limits, and the start button. */
export function Configuration() {
  const { control } = useMessages();
  const form = useTradingForm();
  const offered = useClientState(selectExchanges).split(',');
  return (
    <Section
      compact
      className="panel"
      titleRenderer={Title}
      title={control.configuration}
      aria-label={control.configuration}
      role="region"
    >
      <SectionCard className={styles.config ?? ''}>
        <div className={styles.exchanges}>
          <ListField form={form} path="selectedExchanges" label={control.exchanges} offered={offered} />
        </div>
        <PairPicker form={form} />
        <div className={styles.numbers}>
          <NumberField form={form} path="minProfit" label={control.minProfit} />
          <NumberField form={form} path="maxCapital" label={control.maxCapital} />
        </div>
        <StartStop config={form.value} />
      </SectionCard>
    </Section>
  );
}
