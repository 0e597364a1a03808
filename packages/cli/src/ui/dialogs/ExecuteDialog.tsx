import { amount, money, percent, type Ticket } from '@triquad/core';
import type { Opportunity } from '@triquad/core/contract';
import { english } from '@triquad/core/texts';
import { Box } from 'ink';
import { type Execution, executionOf, mistakeIn, refusalText } from '../execution.ts';
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
  const execution = executionOf(dialog, known);
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
      <Expected dialog={dialog} execution={execution} ticket={ticket} width={width} />
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
  readonly dialog: Dialog;
  readonly execution: Execution;
  readonly ticket: Ticket | null;
  readonly width: number;
}

function Expected({ dialog, execution, ticket, width }: ExpectedProps) {
  const { opportunity } = dialog;
  const refusal = ticket && refusalText(ticket, execution);
  const risk = `liquidity ${opportunity.liquidity_level ?? '?'}  risk ${opportunity.risk_level ?? '?'}`;
  const preview = ticket?.preview ?? null;
  const warnings = [
    refusal ?? [],
    preview === null ? [] : english.warnings(preview),
    ticket?.problem ? `no preview: ${english.problem(ticket.problem)}` : [],
  ].flat();
  const text =
    preview === null
      ? risk
      : `expected ${money(preview.expected_profit, { sign: true })} (${percent(preview.expected_profit_pct)})  ` +
        `fees ${money(preview.fees)}  slippage ${percent(preview.slippage_pct)}  ${risk}`;
  return (
    <>
      <Note width={width} text={ticket?.phase === 'previewing' ? 'asking for a preview' : text} />
      {dialog.field === null ? (
        <Note width={width} text={`${floorText(execution.floor)}   a amount  f floor`} />
      ) : (
        <Field dialog={dialog} name={dialog.field.name} width={width} />
      )}
      {warnings.length > 0 && <Note width={width} text={warnings.join('; ')} isBad />}
    </>
  );
}

const floorText = (floor: number | null): string =>
  floor === null ? 'whatever it pays then' : `only if it still pays ${percent(floor)} or more, else nothing is sent`;

const names = { amount: 'amount in USD', floor: 'least profit in percent' };

/** The figure being typed. */
function Field({ dialog, name, width }: { dialog: Dialog; name: 'amount' | 'floor'; width: number }) {
  const mistake = mistakeIn(dialog, name);
  return (
    <Line
      width={width}
      spans={[
        { text: `  ${names[name]} ` },
        { text: ` > ${dialog.typed[name] ?? ''}_ `, as: 'strong' },
        { text: mistake ?? '  Enter takes it, Esc leaves it', as: mistake === null ? 'quiet' : 'warn' },
      ]}
    />
  );
}

function Note({ width, text, isBad = false }: { width: number; text: string; isBad?: boolean }) {
  return <Line width={width} spans={[{ text: `  ${text}`, as: isBad ? 'warn' : 'quiet' }]} />;
}
