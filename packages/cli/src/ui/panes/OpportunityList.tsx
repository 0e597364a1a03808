import { age, money, type ProfitBand, percent, profitBand } from '@triquad/core';
import type { Opportunity } from '@triquad/core/contract';
import { Box } from 'ink';
import { type Glyphs, type Meaning, useTheme } from '../theme.ts';
import { cell, Line, type Span } from './Line.tsx';

interface Props {
  readonly opportunities: readonly Opportunity[];
  readonly row: number;
  readonly width: number;
  readonly height: number;
  readonly now: number;
  readonly isLive: boolean;
  readonly empty: string;
}

const widths = { pointer: 2, type: 5, exchange: 9, percent: 8, usd: 9, state: 2, capital: 10, risk: 7, age: 6 };
const always = widths.pointer + widths.type + widths.exchange + widths.percent + widths.usd + widths.state;
const more = widths.capital + widths.risk + widths.age;
const roomForMore = always + more + 26;

/** The opportunities, the selected one always in view. */
export function OpportunityList({ opportunities, row, width, height, now, isLive, empty }: Props) {
  const first = Math.max(0, Math.min(row - Math.floor(height / 2), opportunities.length - height));
  const shown = opportunities.slice(first, first + height);
  return (
    <Box flexDirection="column" width={width} height={height}>
      {shown.length === 0 && <Line width={width} spans={[{ text: `  ${empty}`, as: 'quiet' }]} />}
      {shown.map((opportunity, index) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: a row of the list is its place, whatever passes through it
          key={index}
          opportunity={opportunity}
          isSelected={first + index === row}
          width={width}
          now={now}
          isLive={isLive}
        />
      ))}
    </Box>
  );
}

const bands: Record<ProfitBand, Meaning | undefined> = {
  strong: 'good',
  medium: 'fine',
  none: undefined,
};

interface RowProps extends Pick<Props, 'width' | 'now' | 'isLive'> {
  readonly opportunity: Opportunity;
  readonly isSelected: boolean;
}

function Row({ opportunity, isSelected, width, now, isLive }: RowProps) {
  const { glyphs } = useTheme();
  const isWide = width >= roomForMore;
  const pathWidth = width - always - (isWide ? more : 0);
  const valid = opportunity.is_valid !== false;
  const quiet = !isLive || !valid;
  const path = opportunity.symbols.join(glyphs.arrow);
  const spans: Span[] = [
    { text: cell(isSelected ? glyphs.pointer : '', widths.pointer, ''), as: 'selected' },
    {
      text:
        `${cell(opportunity.type, widths.type - 1, glyphs.more)} ` +
        `${cell(opportunity.exchange, widths.exchange - 1, glyphs.more)} ` +
        cell(path, pathWidth, glyphs.more),
      as: quiet ? 'quiet' : isSelected ? 'selected' : undefined,
    },
    {
      text:
        cell(percent(opportunity.profit_pct, { sign: true }), widths.percent, glyphs.more, 'right') +
        cell(money(opportunity.profit_usd), widths.usd, glyphs.more, 'right'),
      as: quiet ? 'quiet' : bands[profitBand(opportunity.profit_pct)],
    },
    { text: isWide ? details(opportunity, now, glyphs) : '', as: 'quiet' },
    { text: ` ${valid ? glyphs.on : glyphs.off}`, as: valid && isLive ? 'good' : 'quiet' },
  ];
  return <Line width={width} spans={spans} />;
}

function details({ detected_at, capital_required, risk_level }: Opportunity, now: number, glyphs: Glyphs): string {
  const { value, unit } = age(now - Date.parse(detected_at ?? ''));
  return (
    cell(money(capital_required), widths.capital, glyphs.more, 'right') +
    cell(risk_level ?? glyphs.none, widths.risk, glyphs.more, 'right') +
    cell(detected_at === null ? glyphs.none : `${value}${unit}`, widths.age, glyphs.more, 'right')
  );
}
