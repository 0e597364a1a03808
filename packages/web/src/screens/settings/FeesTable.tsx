import type { ExchangeConditions, PaperFields } from '@triquad/core/contract';
import { NumberInput, SelectInput, TextInput } from '../../forms/fields.tsx';
import type { Form } from '../../forms/use-form.ts';
import { Heads } from '../../tables/Heads.tsx';
import { Note } from './Note.tsx';
import styles from './settings.module.css';
import { useMessages } from './use-messages.ts';

type InForce = readonly { readonly exchange: string; readonly detail: string }[];
type Tiers = readonly Pick<ExchangeConditions, 'exchange' | 'tiers'>[];
type Props = { form: Form<PaperFields>; exchanges: readonly string[]; inForce: InForce; tiers: Tiers };

/** One row an exchange; empty fields are as the exchange publishes them. */
export function FeesTable({ form, exchanges, inForce, tiers }: Props) {
  const { fees, takes } = useMessages().settings;
  return (
    <section aria-label={fees.title} className={styles.assets}>
      <h3>
        {fees.title} <span className={styles.takes}>{takes['next-start']}</span>
      </h3>
      <p className="muted small">{fees.help}</p>
      <div className={styles.scrolls}>
        <table className={styles.feeTable}>
          <Heads
            of={[fees.exchange, fees.tier, fees.taker_pct, fees.maker_pct, fees.token, fees.discount_pct, fees.now]}
          />
          <tbody>
            {exchanges.map((exchange) => (
              <Row key={exchange} form={form} exchange={exchange} inForce={inForce} tiers={tiers} />
            ))}
          </tbody>
        </table>
      </div>
      {exchanges.length === 0 && <p className="muted">{fees.none}</p>}
    </section>
  );
}

function Row({ form, exchange, inForce, tiers }: Omit<Props, 'exchanges'> & { exchange: string }) {
  const { fees } = useMessages().settings;
  const numbers = {
    taker_pct: `fees.${exchange}.taker_pct`,
    maker_pct: `fees.${exchange}.maker_pct`,
    discount_pct: `fees.${exchange}.token.discount_pct`,
  } as const;
  const token = `fees.${exchange}.token.asset` as const;
  const tier = `fees.${exchange}.tier` as const;
  const known = tiers.find((one) => one.exchange === exchange)?.tiers ?? [];
  // A chosen tier that the bot does not list stays in the list, so that it can be removed.
  const chosen = form.text(tier);
  const names = [...new Set([...known.map(({ name }) => name), ...(chosen === '' ? [] : [chosen])])];
  const markets = form.names(`fees.${exchange}.markets`).length;
  const cell = (field: keyof typeof numbers) => (
    <td>
      <NumberInput form={form} path={numbers[field]} label={fees.of(fees[field], exchange)} />
      <Note form={form} path={numbers[field]} />
    </td>
  );
  return (
    <tr>
      <th scope="row">{exchange}</th>
      <td>
        {names.length > 0 && (
          <SelectInput
            form={form}
            path={tier}
            label={fees.of(fees.tier, exchange)}
            options={[{ value: '', label: fees.noTier }, ...names.map((name) => ({ value: name, label: name }))]}
          />
        )}
      </td>
      {cell('taker_pct')}
      {cell('maker_pct')}
      <td>
        <TextInput form={form} path={token} label={fees.of(fees.token, exchange)} maxLength={20} />
        <Note form={form} path={token} />
      </td>
      {cell('discount_pct')}
      <td className={`small ${styles.rest}`}>
        {inForce.find((one) => one.exchange === exchange)?.detail ?? <span className="muted">{fees.unknown}</span>}
        {markets > 0 && <span className="muted"> · {fees.markets(String(markets))}</span>}
      </td>
    </tr>
  );
}
