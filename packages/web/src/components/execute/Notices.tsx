import { Callout } from '@blueprintjs/core';
import type { Opportunity } from '@triquad/core/contract';
import { useState } from 'react';
import { money, percent } from '../../messages/format.ts';
import styles from './execute.module.css';
import { otherWarnings } from './ticket-rules.ts';
import type { Messages } from './use-messages.ts';
import { useMessages } from './use-messages.ts';
import { type Figures, figuresOf, type TicketView } from './use-ticket.ts';

type Props = { view: TicketView; opportunity: Opportunity };
/** Further warnings are folded away: a long list is not read. */
const mostWarnings = 2;
/** A loss of this share of the profit since the dialog was opened is worth a warning. */
const fadingShare = 0.1;

/** Problem of the last order, then objections to the next one, most severe first. */
export function Notices({ view, opportunity }: Props) {
  const { ticket: text, texts } = useMessages();
  const [opened] = useState(opportunity.profit_pct);
  const warnings = [
    ...ownWarnings(view, opened, text),
    ...otherWarnings(view.preview, opportunity.risk_reasons, view.amount.entry.value, texts),
  ];
  const rest = warnings.slice(mostWarnings);
  return (
    <div className={styles.notices}>
      <Outcome view={view} />
      {warnings.slice(0, mostWarnings).map((warning) => (
        <Callout key={warning} compact intent="warning">
          {warning}
        </Callout>
      ))}
      {rest.length > 0 && (
        <details>
          <summary className="small">{text.notes(rest.length)}</summary>
          <ul className={styles.rest}>
            {rest.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** Announced at once: an order that was refused, failed, or got no answer. */
function Outcome({ view }: { view: TicketView }) {
  const messages = useMessages();
  const { ticket: text } = messages;
  const failure = failureOf(view, messages);
  if (failure !== null) {
    return (
      <Callout compact intent="danger" role="alert">
        {failure}
      </Callout>
    );
  }
  const words = refusalText(view, text) ?? (view.ticket?.phase === 'unsettled' ? text.lost : null);
  return words === null ? null : (
    <Callout compact intent="warning" role="alert">
      {words}
    </Callout>
  );
}

const failureOf = ({ ticket, noPreviews, obstacle }: TicketView, { ticket: text, texts }: Messages): string | null => {
  if (ticket === null) return null;
  if (ticket.phase === 'executed')
    return ticket.result?.status === 'success' ? null : (ticket.result?.result?.error_message ?? text.failed);
  const isPreview = ticket.dry_run === null;
  if (isPreview && (noPreviews || obstacle?.code === 'opportunity_expired')) return null;
  return ticket.phase === 'failed' && ticket.problem !== null ? texts.problem(ticket.problem) : null;
};

const written = ({ profit, pct }: Figures): string =>
  `${money(profit, { sign: true })} (${percent(pct, { digits: 3, sign: true })})`;

const refusalText = ({ refusal, preview, floor }: TicketView, text: Messages['ticket']): string | null =>
  refusal === null
    ? null
    : text.refused[refusal.code](written(refusal.was), written(figuresOf(preview)), percent(floor.entry.value));

const ownWarnings = (view: TicketView, opened: number | null, text: Messages['ticket']): string[] => {
  const { preview, floor, noPreviews, ticket, refusal } = view;
  const now = figuresOf(preview);
  const { value: least } = floor.entry;
  const warnings: string[] = [];
  if (noPreviews) warnings.push(ticket?.floor_unchecked ? text.warning.unchecked : text.warning.noPreview);
  if (now.profit.usd !== null && now.profit.usd < 0) warnings.push(text.warning.loss(written(now)));
  const below = now.pct !== null && least !== null && now.pct < least;
  if (below && refusal?.code !== 'below_floor') warnings.push(text.warning.below(written(now), percent(least)));
  if (!below && now.pct !== null && opened !== null && now.pct < opened * (1 - fadingShare))
    warnings.push(text.warning.fading(percent(now.pct - opened, { digits: 3, sign: true })));
  return warnings;
};
