import { amount, money, percent, type Ticket } from '@triquad/core';
import type { Opportunity, TradingMode } from '@triquad/core/contract';
import { Box } from 'ink';
import { cell, Line } from '../panes/Line.tsx';
import type { Button } from '../screen-state.ts';
import { useTheme } from '../theme.ts';
import { Buttons } from './Buttons.tsx';

interface Props {
  readonly opportunity: Opportunity;
  readonly ticket: Ticket | null;
  readonly mode: TradingMode;
  readonly button: Button;
  readonly width: number;
}

/** What would be done, leg by leg, what it should bring, and a button that names the amount. */
export function ExecuteDialog({ opportunity, ticket, mode, button, width }: Props) {
  const { glyphs } = useTheme();
  const preview = ticket?.preview ?? null;
  const legs = preview?.legs.length ? preview.legs : opportunity.legs;
  const capital = preview?.amount ?? opportunity.capital_required;
  const what = `${opportunity.type} ${opportunity.exchange}  ${opportunity.symbols.join(glyphs.arrow)}`;
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
      <Expected opportunity={opportunity} ticket={ticket} width={width} />
      <Buttons
        width={width}
        button={button}
        confirm={`Execute ${capital === null ? 'all it takes' : money(capital)} ${mode.toUpperCase()}`}
        as={mode}
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

function Expected({ opportunity, ticket, width }: Pick<Props, 'opportunity' | 'ticket' | 'width'>) {
  const { preview = null, problem = null, phase } = ticket ?? {};
  if (phase === 'previewing') return <Note width={width} text="asking for a preview" />;
  if (problem) return <Note width={width} text={`no preview: ${problem.message}`} isBad />;
  const risk = `liquidity ${opportunity.liquidity_level ?? '?'}  risk ${opportunity.risk_level ?? '?'}`;
  if (preview === null) return <Note width={width} text={risk} />;
  const expected = `expected ${money(preview.expected_profit, { sign: true })} (${percent(preview.expected_profit_pct)})`;
  const costs = `fees ${money(preview.fees)}  slippage ${percent(preview.slippage_pct)}  ${risk}`;
  return (
    <>
      <Note width={width} text={`${expected}  ${costs}`} />
      {preview.warnings.length > 0 && <Note width={width} text={preview.warnings.join('; ')} isBad />}
    </>
  );
}

function Note({ width, text, isBad = false }: { width: number; text: string; isBad?: boolean }) {
  return <Line width={width} spans={[{ text: `  ${text}`, as: isBad ? 'warn' : 'quiet' }]} />;
}
