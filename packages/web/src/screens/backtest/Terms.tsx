import { Button } from '@blueprintjs/core';
import { ChevronDown, ChevronRight } from '@blueprintjs/icons';
import { type ClientState, selectCan } from '@triquad/core';
import { useState } from 'react';
import { useClientState, useWatch } from '../../client-context.tsx';
import { ListField, NumberField, SelectField } from '../../forms/fields.tsx';
import styles from './backtest.module.css';
import type { BacktestForm as Form } from './use-backtest-form.ts';
import { useMessages } from './use-messages.ts';

const selectConditions = (state: ClientState) => state.loaded.conditions;
const selectTerms = selectCan('backtest');
const limits = [
  'max_concurrent_orders',
  'max_daily_drawdown_pct',
  'stop_loss_pct',
  'cooldown_after_failure_seconds',
  'max_unwind_loss_pct',
  'max_profit_pct',
] as const;
const currencies = ['USDT', 'USDC', 'USD', 'BTC', 'ETH'];

/** The form's fields for terms of this run; empty fields use the active configuration. */
export const termGroups = ['fees', 'paper', 'limits', 'start_currencies'] as const;

/** Fees, delays, competition, start currencies and limits of the run, for bots that take them. Open as long as any is set. */
export function Terms({ form }: { form: Form }) {
  const { terms } = useMessages().backtest;
  const offered = useClientState(selectTerms);
  const [isOpen, setOpen] = useState(false);
  useWatch('conditions');
  const isSet = termGroups.some((group) => form.isChanged(group));
  if (!offered && !isSet) return null;
  const isShown = isOpen || isSet;
  return (
    <section className={styles.full} aria-label={terms.title}>
      <Button
        variant="minimal"
        icon={isShown ? <ChevronDown /> : <ChevronRight />}
        text={terms.title}
        aria-expanded={isShown}
        onClick={() => setOpen(!isOpen)}
      />
      {isShown && <Fields form={form} />}
    </section>
  );
}

function Fields({ form }: { form: Form }) {
  const { terms } = useMessages().backtest;
  return (
    <>
      <p className="muted small">{terms.help}</p>
      {exchangesOf(form).map((exchange) => (
        <ExchangeTerms key={exchange} form={form} exchange={exchange} />
      ))}
      <div className={styles.terms}>
        <SelectField
          form={form}
          path="paper.conditions"
          label={terms.conditions}
          options={[
            { value: '', label: terms.inForce },
            { value: 'realistic', label: terms.realistic },
            { value: 'practice', label: terms.practice },
          ]}
        />
        <NumberField form={form} path="paper.taken_pct" label={terms.taken} />
        {limits.map((field) => (
          <NumberField key={field} form={form} path={`limits.${field}`} label={terms[field]} />
        ))}
      </div>
      <ListField form={form} path="start_currencies" label={terms.start} offered={currencies} />
    </>
  );
}

/** Chosen exchanges, then others that have terms already. */
const exchangesOf = (form: Form): readonly string[] => [
  ...new Set([...form.list('exchanges'), ...form.names('fees'), ...form.names('paper.exchanges')]),
];

function ExchangeTerms({ form, exchange }: { form: Form; exchange: string }) {
  const { terms } = useMessages().backtest;
  const tiers = useClientState(selectConditions)?.find((one) => one.exchange === exchange)?.tiers ?? [];
  const tier = `fees.${exchange}.tier` as const;
  const delay = `paper.exchanges.${exchange}.order_delay` as const;
  const chosen = form.text(tier);
  const names = [...new Set([...tiers.map(({ name }) => name), ...(chosen === '' ? [] : [chosen])])];
  return (
    <fieldset className={styles.exchange}>
      <legend>{exchange}</legend>
      <div className={styles.terms}>
        <NumberField form={form} path={`fees.${exchange}.taker_pct`} label={terms.fee} />
        {names.length > 0 && (
          <SelectField
            form={form}
            path={tier}
            label={terms.tier}
            options={[{ value: '', label: terms.inForce }, ...names.map((name) => ({ value: name, label: name }))]}
          />
        )}
        <NumberField form={form} path={`${delay}.median_ms`} label={terms.median} />
        <NumberField form={form} path={`${delay}.p99_ms`} label={terms.p99} />
      </div>
    </fieldset>
  );
}
