import { type ClientState, dollars, figureOf, type Sourced, selectOpportunity, type Ticket } from '@triquad/core';
import type { Opportunity } from '@triquad/core/contract';
import { english } from '@triquad/core/texts';
import { divider, type Line, prose, type Span, span } from '../cells.ts';
import { type Execution, executionOf, mistakeIn, otherWay, refusalText } from '../execution.ts';
import {
  ageText,
  figure,
  gainMeaning,
  gainUsd,
  percentGain,
  quantity,
  since,
  timeText,
  usd,
  written,
} from '../figures.ts';
import type { ExecuteDialog } from '../screen-state.ts';
import type { Known } from '../shown.ts';
import { type Cells, type Column, placed, rowLine, titles } from '../table.ts';
import { buttons } from './buttons.ts';

const mostNotes = 3;
const nameWidth = 14;
const bringsWidth = 10;

/** The execution leg by leg, its expected profit, and a button that names the order. */
export function executeLines(dialog: ExecuteDialog, state: ClientState, known: Known, width: number): readonly Line[] {
  const { mode, ticket } = known;
  const execution = executionOf(dialog, known);
  const { amount = null, again = false } = execution.command;
  const capital = amount === null ? 'all it takes' : dollars(amount);
  const preview = ticket?.preview ?? null;
  const said = notes(dialog, execution, ticket).flatMap((text) => prose(`! ${text}`, width, 'warn'));
  const hidesLegs = dialog.hasAllNotes && said.length > mostNotes;
  return [
    subject(dialog, state),
    amountLine(dialog, execution, ticket),
    ...brings(dialog, known),
    ...shownNotes(dialog, said),
    divider,
    ...(hidesLegs
      ? []
      : [
          ...legLines(preview?.legs.length ? preview.legs : dialog.opportunity.legs, width),
          [span(` ${costs(dialog.opportunity, preview)}`, 'quiet')],
          divider,
        ]),
    floorLine(dialog, execution),
    buttons({
      dialog,
      confirm: `Execute ${capital} ${(mode ?? 'mode ?').toUpperCase()}${again ? ' again' : ''}`,
      as: mode ?? 'quiet',
      obstacle: execution.obstacle,
    }),
  ];
}

function subject({ opportunity }: ExecuteDialog, state: ClientState): Line {
  const { type, exchange, symbols, detected_at } = opportunity;
  const now = selectOpportunity(opportunity.id)(state);
  const valid = now === null || now.is_valid === false ? 'expired' : 'valid';
  const age = ageText(since(detected_at, state.now));
  return [
    span(` ${type} ${exchange} ${symbols.join('→')}`, 'strong'),
    span(`   found ${timeText(detected_at, state.now)}, ${age} old, ${valid}`, 'quiet'),
  ];
}

const named = (name: string): Span => span(` ${name.padEnd(nameWidth)} `);

function amountLine(dialog: ExecuteDialog, { command }: Execution, ticket: Ticket | null): Line {
  const most = ticket?.preview?.max_amount ?? null;
  const value = command.amount === undefined ? 'all it takes' : dollars(command.amount);
  return [
    named('Amount, USD'),
    ...field(dialog, 'amount', value),
    ...(dialog.field?.name === 'amount' || most === null
      ? []
      : [
          span(`  at most ${written(usd(figureOf(ticket?.preview, most)))}`),
          span('  a types it, m takes all', 'quiet'),
        ]),
  ];
}

/** A figure between brackets; while it is typed, what is wrong with it. */
function field(dialog: ExecuteDialog, name: 'amount' | 'floor', value: string): readonly Span[] {
  if (dialog.field?.name !== name) return [span(`[ ${value} ]`, 'strong')];
  const mistake = mistakeIn(dialog, name);
  return [
    span(`[ ${dialog.typed[name] ?? ''}_ ]`, 'strong'),
    span(`  ${mistake ?? 'Enter takes it, Esc leaves it'}`, mistake === null ? 'quiet' : 'warn'),
  ];
}

/** Three profits: now, when the dialog was opened, and of the other type of cycle in the same dislocation. */
function brings({ opportunity }: ExecuteDialog, { ticket, opportunities }: Known): readonly Line[] {
  const preview = ticket?.preview ?? null;
  const asking = ticket?.phase === 'previewing' ? 'asking for a preview' : 'no preview';
  const now = preview?.expected_profit ?? null;
  const fell = now === null || opportunity.profit_usd === null ? null : now - opportunity.profit_usd;
  const other = otherWay(opportunity, opportunities);
  const figures = (of: Sourced, profit: number | null, share: number | null): readonly Span[] => [
    span(written(gainUsd(figureOf(of, profit))).padStart(9), gainMeaning(profit)),
    span(`${written(percentGain(share))} %`.padStart(11), gainMeaning(share)),
  ];
  return [
    preview === null
      ? [named('Expected now'), span(asking, 'quiet')]
      : [
          named('Expected now'),
          ...figures(preview, now, preview.expected_profit_pct),
          span('   fees and lots counted', 'quiet'),
        ],
    [
      named('When opened'),
      ...figures(opportunity, opportunity.profit_usd, opportunity.profit_pct),
      span(fell === null ? '' : `   ${written(gainUsd(figureOf(preview, fell)))} since`, 'quiet'),
    ],
    ...(other === null
      ? []
      : [
          [
            named(`Best ${other.type}`),
            ...figures(other, other.profit_usd, other.profit_pct),
            span('   same dislocation, t takes it', 'quiet'),
          ],
        ]),
  ];
}

function notes(_: ExecuteDialog, execution: Execution, ticket: Ticket | null): readonly string[] {
  const refusal = ticket && refusalText(ticket, execution);
  return [
    refusal ?? [],
    ticket?.preview ? english.warnings(ticket.preview) : [],
    ticket?.problem ? `no preview: ${english.problem(ticket.problem)}` : [],
  ].flat();
}

/** As many lines as there is room for beside the legs, or all. */
function shownNotes({ hasAllNotes }: ExecuteDialog, all: readonly Line[]): readonly Line[] {
  if (all.length <= mostNotes) return all;
  if (hasAllNotes) return [...all, [span(' v shows the legs again', 'quiet')]];
  const shown = all.slice(0, mostNotes - 1);
  return [...shown, [span(`   ${all.length - shown.length} more lines of notes: v shows all`, 'quiet')]];
}

const columns: readonly Column[] = [
  { name: 'leg', title: 'Leg', width: 3 },
  { name: 'market', title: 'Market', width: 11 },
  { name: 'side', title: 'Side', width: 4 },
  { name: 'quantity', title: 'Quantity', width: 14, align: 'right' },
  { name: 'price', title: 'Price', width: 12, align: 'right' },
  { name: 'fee', title: 'Fee %', width: 6, align: 'right', gives: 1 },
  { name: 'brings', title: 'Brings', width: 18, align: 'right', gives: 2 },
];

type Leg = Opportunity['legs'][number];

function legLines(legs: readonly Leg[], width: number): readonly Line[] {
  const shown = placed(columns, width);
  return [
    titles(shown, null),
    ...legs.map((leg, at) => rowLine(shown, cellsOf(leg, at), { isMarked: false, isQuiet: false })),
  ];
}

function cellsOf(leg: Leg, at: number): Cells {
  const [base = '', quote = ''] = leg.market.split('/');
  const [asset, whole] =
    leg.side === 'buy'
      ? [quote === '' ? '' : base, leg.quantity]
      : [quote, leg.quantity === null || leg.price === null ? null : leg.quantity * leg.price];
  const kept = whole === null ? null : whole * (1 - (leg.fee_pct ?? 0) / 100);
  return {
    leg: { text: String(at + 1) },
    market: { text: leg.market },
    side: { text: leg.side },
    quantity: { text: quantity(leg.quantity) },
    price: { text: quantity(leg.price) },
    fee: { text: figure(leg.fee_pct, { digits: 4 }) },
    brings: { text: `${quantity(kept)(bringsWidth)} ${asset}` },
  };
}

function costs({ liquidity_level, risk_level }: Opportunity, preview: Ticket['preview'] | null): string {
  const figures =
    preview === null
      ? []
      : [
          `fees ${written(usd(figureOf(preview, preview.fees)))}`,
          `slippage ${written(figure(preview.slippage_pct, { digits: 3 }))} %`,
        ];
  return [...figures, `liquidity ${liquidity_level ?? '?'}`, `risk ${risk_level ?? '?'}`].join(' · ');
}

function floorLine(dialog: ExecuteDialog, { command }: Execution): Line {
  const floor = command.min_profit_pct ?? null;
  if (floor === null && dialog.field?.name !== 'floor') return [span(' [ ] whatever it brings then')];
  return [
    span(' [x] only if it still brings at least '),
    ...field(dialog, 'floor', written(figure(floor))),
    ...(dialog.field?.name === 'floor' ? [] : [span(' %, else nothing is sent')]),
  ];
}
