import { Button, Classes, FormGroup, InputGroup } from '@blueprintjs/core';
import { figureOf, none } from '@triquad/core';
import type { Opportunity } from '@triquad/core/contract';
import { exceeds } from '@triquad/core/rules';
import { type ReactNode, useState } from 'react';
import { classes } from '../../elements/classes.ts';
import { money, percent } from '../../messages/format.ts';
import { tone } from '../../messages/numbers.ts';
import { profitTone } from '../opportunity-text.ts';
import styles from './execute.module.css';
import { centsOf } from './ticket-rules.ts';
import { useMessages } from './use-messages.ts';
import { type Figures, figuresOf, type TicketView } from './use-ticket.ts';

type Props = { view: TicketView; opportunity: Opportunity; submit: () => void };

/** The amount, and the profit it brings now beside the one when the dialog was opened. */
export function AmountRow({ view, opportunity, submit }: Props) {
  const { execute, ticket: text } = useMessages();
  const { preview, amount } = view;
  const [opened] = useState<Figures>({
    profit: figureOf(opportunity, opportunity.profit_usd),
    pct: opportunity.profit_pct,
  });
  const now = figuresOf(preview);
  const fees = preview?.fees ?? null;
  const isOld = view.obstacle?.code === 'opportunity_expired' || view.obstacle?.code === 'unconfirmed';
  const waits =
    preview === null && amount.entry.value !== null && !view.noPreviews && view.obstacle?.code === 'preview_running';
  return (
    <div className={styles.row}>
      <AmountField view={view} submit={submit} />
      <Figure name={execute.expected} figures={now} waits={waits} main={!isOld} isOld={isOld}>
        {fees === null ? '' : text.fees(money(figureOf(preview, fees)))}
      </Figure>
      <Figure name={text.opened} figures={opened}>
        {changeOf(opened, now, text.since)}
      </Figure>
      {opportunity.best_tri_pct !== null && (
        <div className={styles.figure}>
          <div className="muted">{text.bestTri}</div>
          <div className={styles.value}>{percent(opportunity.best_tri_pct, { digits: 3, sign: true })}</div>
        </div>
      )}
    </div>
  );
}

const changeOf = (from: Figures, to: Figures, write: (change: string) => string): string =>
  from.pct === null || to.pct === null ? '' : write(percent(to.pct - from.pct, { digits: 3, sign: true }));

function AmountField({ view, submit }: { view: TicketView; submit: () => void }) {
  const { ticket: text } = useMessages();
  const { amount, preview, mode } = view;
  const max = preview?.max_amount ?? null;
  const { mistake } = amount.entry;
  const tooMuch = exceeds(amount.entry.value, preview);
  const hint =
    max === null ? (amount.entry.value === null ? text.ownSize : '') : text.atMost(money(figureOf(preview, max)));
  return (
    <FormGroup
      className={classes(styles.field)}
      label={text.amount}
      labelFor="ticket-amount"
      helperText={<span id="ticket-amount-hint">{mistake === null ? hint : text.number[mistake]}</span>}
      intent={mistake !== null || tooMuch ? 'danger' : 'none'}
    >
      <div className={styles.amount}>
        <InputGroup
          id="ticket-amount"
          inputMode="decimal"
          autoComplete="off"
          autoFocus={mode !== 'live'}
          fill
          leftElement={<span className={styles.dollar}>$</span>}
          aria-describedby="ticket-amount-hint"
          aria-invalid={mistake !== null || tooMuch}
          intent={mistake !== null || tooMuch ? 'danger' : 'none'}
          readOnly={view.busy}
          value={amount.text}
          onValueChange={amount.set}
          onKeyDown={(event) => event.key === 'Enter' && submit()}
        />
        <Button text={text.max} disabled={max === null || view.busy} onClick={() => amount.set(centsOf(max))} />
      </div>
    </FormGroup>
  );
}

type FigureProps = {
  name: string;
  figures: Figures;
  main?: boolean;
  waits?: boolean;
  /** No longer true. */
  isOld?: boolean;
  children: ReactNode;
};

/** Keeps its room while the figures are on their way. */
function Figure({ name, figures: { profit, pct }, main = false, waits = false, isOld = false, children }: FigureProps) {
  const colour = main ? (tone(profit.usd) === 'loss' ? 'loss' : profitTone(pct) || tone(profit.usd)) : '';
  const value = `${money(profit, { sign: true })} · ${percent(pct, { digits: 3, sign: true })}`;
  return (
    <div className={styles.figure}>
      <div className="muted">{name}</div>
      <div className={classes(styles.value, isOld ? 'muted' : colour)}>
        <span className={waits ? Classes.SKELETON : ''}>{profit.usd === null && pct === null ? none : value}</span>
      </div>
      <div className={styles.note}>{children}</div>
    </div>
  );
}
