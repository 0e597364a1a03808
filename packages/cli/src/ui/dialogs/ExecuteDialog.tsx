import { amount, money, percent, type Ticket } from '@triquad/core';
import type { Opportunity } from '@triquad/core/contract';
import { english } from '@triquad/core/texts';
import { Box } from 'ink';
import { type Execution, executionOf, refusalText } from '../execution.ts';
import { cell, Line } from '../panes/Line.tsx';
import type { ExecuteDialog as Dialog } from '../screen-state.ts';
import type { Known } from '../shown.ts';
import { useTheme } from '../theme.ts';
import { Buttons } from './Buttons.tsx';

interface Props {
  readonly dialog: Dialog;
  readonly known: Known;
  readonly width: number;
}

/** What would be done, leg by leg, what it should bring, and a button that names what is sent. */
export function ExecuteDialog({ dialog, known, width }: Props) {
  const { glyphs } = useTheme();
  const { opportunity } = dialog;
  const { mode, ticket } = known;
  const execution = executionOf(opportunity, known);
  const legs = ticket?.preview?.legs.length ? ticket.preview.legs : opportunity.legs;
  const what = `${opportunity.type} ${opportunity.exchange}  ${opportunity.symbols.join(glyphs.arrow)}`;
  const capital = execution.amount === null ? 'all it takes' : money(execution.amount);
  return (
    <Box flexDirection="column">
      <Line
        width={width}
        spans={[
          { text: `  ${what}  `, as: 'strong' },
          { text: `${percent(opportunity.profit_pct, { sign: true })} ${money(opportunity.profit_usd)}`, as: 'good' },
        ]}
      />
      {legs.map((leg, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a leg is its place in the cycle
        <Line key={index} width={width} spans={[{ text: legText(leg, index) }]} />
      ))}
      <Expected opportunity={opportunity} execution={execution} ticket={ticket} width={width} />
      <Buttons
        width={width}
        dialog={dialog}
        confirm={`Execute ${capital} ${(mode ?? 'mode ?').toUpperCase()}${execution.again ? ' again' : ''}`}
        as={mode ?? 'quiet'}
        obstacle={execution.obstacle}
      />
    </Box>
  );
}

type Leg = Opportunity['legs'][number];

function legText(leg: Leg, index: number): string {
  const fee = leg.fee_pct === null ? '' : `  fee ${percent(leg.fee_pct)}`;
  const what = `${amount(leg.quantity)} @ ${amount(leg.price)}`;
  return `  ${index + 1}  ${leg.side.padEnd(4)} ${cell(leg.market, 11, '')} ${what}${fee}`;
}

interface ExpectedProps {
  readonly opportunity: Opportunity;
  readonly execution: Execution;
  readonly ticket: Ticket | null;
  readonly width: number;
}

function Expected({ opportunity, execution, ticket, width }: ExpectedProps) {
  if (ticket?.phase === 'previewing') return <Note width={width} text="asking for a preview" />;
  const refusal = ticket && refusalText(ticket, execution);
  const risk = `liquidity ${opportunity.liquidity_level ?? '?'}  risk ${opportunity.risk_level ?? '?'}`;
  const preview = ticket?.preview ?? null;
  const warnings = [
    refusal ?? [],
    preview?.warnings ?? [],
    ticket?.problem ? `no preview: ${english.problem(ticket.problem)}` : [],
  ];
  const text =
    preview === null
      ? risk
      : `expected ${money(preview.expected_profit, { sign: true })} (${percent(preview.expected_profit_pct)})  ` +
        `fees ${money(preview.fees)}  slippage ${percent(preview.slippage_pct)}  ${risk}`;
  return (
    <>
      <Note width={width} text={text} />
      {execution.floor !== null && (
        <Note
          width={width}
          text={`only if it still pays ${percent(execution.floor)} or more, otherwise nothing is sent`}
        />
      )}
      {warnings.flat().length > 0 && <Note width={width} text={warnings.flat().join('; ')} isBad />}
    </>
  );
}

function Note({ width, text, isBad = false }: { width: number; text: string; isBad?: boolean }) {
  return <Line width={width} spans={[{ text: `  ${text}`, as: isBad ? 'warn' : 'quiet' }]} />;
}
