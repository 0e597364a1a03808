import { amount, money, percent, type Ticket } from '@triquad/core';
import type { Opportunity } from '@triquad/core/contract';
import { english } from '@triquad/core/texts';
import { fit, type Line, prose, span } from '../cells.ts';
import { type Execution, executionOf, mistakeIn, refusalText } from '../execution.ts';
import type { ExecuteDialog } from '../screen-state.ts';
import type { Known } from '../shown.ts';
import { buttons } from './buttons.ts';

/** What would be done, leg by leg, what it should bring, and a button that names what is sent. */
export function executeLines(dialog: ExecuteDialog, known: Known, width: number): readonly Line[] {
  const { opportunity } = dialog;
  const { mode, ticket } = known;
  const execution = executionOf(dialog, known);
  const legs = ticket?.preview?.legs.length ? ticket.preview.legs : opportunity.legs;
  const capital = execution.amount === null ? 'all it takes' : money(execution.amount);
  return [
    [
      span(`  ${opportunity.type} ${opportunity.exchange}  ${opportunity.symbols.join('→')}  `, 'strong'),
      span(`${percent(opportunity.profit_pct, { sign: true })} ${money(opportunity.profit_usd)}`, 'good'),
    ],
    ...legs.map((leg, index) => [span(legText(leg, index))]),
    ...expected(dialog, execution, ticket, width),
    buttons({
      dialog,
      confirm: `Execute ${capital} ${(mode ?? 'mode ?').toUpperCase()}${execution.again ? ' again' : ''}`,
      as: mode ?? 'quiet',
      obstacle: execution.obstacle,
    }),
  ];
}

type Leg = Opportunity['legs'][number];

function legText(leg: Leg, index: number): string {
  const fee = leg.fee_pct === null ? '' : `  fee ${percent(leg.fee_pct)}`;
  return `  ${index + 1}  ${leg.side.padEnd(4)} ${fit(leg.market, 11)} ${amount(leg.quantity)} @ ${amount(leg.price)}${fee}`;
}

function expected(dialog: ExecuteDialog, execution: Execution, ticket: Ticket | null, width: number): readonly Line[] {
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
      ? 'no figures yet'
      : `expected ${money(preview.expected_profit, { sign: true })} (${percent(preview.expected_profit_pct)})  ` +
        `fees ${money(preview.fees)}  slippage ${percent(preview.slippage_pct)}`;
  return [
    note(ticket?.phase === 'previewing' ? 'asking for a preview' : text),
    note(risk),
    dialog.field === null ? note(floorText(execution.floor)) : field(dialog, dialog.field.name),
    ...(warnings.length > 0 ? prose(` ${warnings.join('; ')}`, width, 'warn').slice(0, mostWarnings) : []),
  ];
}

const mostWarnings = 3;

const floorText = (floor: number | null): string =>
  floor === null ? 'whatever it pays then' : `only if it still pays ${percent(floor)} or more, else nothing is sent`;

const names = { amount: 'amount in USD', floor: 'least profit in percent' };

/** The figure being typed. */
function field(dialog: ExecuteDialog, name: 'amount' | 'floor'): Line {
  const mistake = mistakeIn(dialog, name);
  return [
    span(`  ${names[name]} `),
    span(` > ${dialog.typed[name] ?? ''}_ `, 'strong'),
    span(mistake ?? '  Enter takes it, Esc leaves it', mistake === null ? 'quiet' : 'warn'),
  ];
}

const note = (text: string): Line => [span(`  ${text}`, 'quiet')];
