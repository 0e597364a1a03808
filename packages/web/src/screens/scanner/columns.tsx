import { Tag } from '@blueprintjs/core';
import { figureOf, none } from '@triquad/core';
import type { Opportunity } from '@triquad/core/contract';
import { Age } from '../../components/Age.tsx';
import { pathOf, typeTone } from '../../components/cycle.ts';
import { levelText, liquidityTone, profitTone, riskTone } from '../../components/opportunity-text.ts';
import { Outcome, outcomeText } from '../../components/outcome.tsx';
import { percent } from '../../messages/format.ts';
import type { Messages } from '../../messages/later.ts';
import { timeOfDay } from '../../messages/moments.ts';
import { milliseconds } from '../../messages/numbers.ts';
import { type DataColumn, moneyColumn } from '../../tables/column.ts';
import styles from './scanner.module.css';

/** Cells of rows with one line have more room at their sides than those with two. */
const singleLinePx = 4;

const levels: Record<string, number> = { low: 0, medium: 1, high: 2 };

/** The market that moved, and its deviation from the cross price; empty if unknown. */
const crossText = ({ scanner }: Messages, { moved }: Opportunity): string => {
  if (moved === undefined || moved.off_pct === null) return '';
  const text = moved.side === 'buy' ? scanner.underCross : scanner.overCross;
  return text(moved.market, percent(moved.off_pct));
};

/**
 * The scanner's columns, in the spec's order. `withOutcome`, for a bot that groups by dislocation: also what came of each, the fee
 * a leg at which it comes to zero, and on a second line the market that moved and the age.
 */
export const opportunityColumns = (messages: Messages, withOutcome = false): readonly DataColumn<Opportunity>[] => {
  const { columns: names, statusValid, statusExpired, others } = messages.scanner;
  const outcome: DataColumn<Opportunity> = {
    id: 'outcome',
    name: names.outcome,
    width: 186,
    spare: 6,
    card: 'line',
    text: (item) => outcomeText(messages, item),
    cell: (item) => <Outcome item={item} />,
  };
  const breakEven: DataColumn<Opportunity> = {
    id: 'break_even_fee_pct',
    name: names.breakEven,
    width: 76,
    spare: 0,
    align: 'right',
    text: (item) => percent(item.break_even_fee_pct, { digits: 4 }),
    order: (item) => item.break_even_fee_pct ?? null,
  };
  const status = (item: Opportunity) => (item.is_valid === null ? none : item.is_valid ? statusValid : statusExpired);
  const columns: readonly DataColumn<Opportunity>[] = [
    {
      id: 'type',
      name: names.type,
      width: 66,
      card: 'head',
      text: (item) => item.type || none,
      className: (item) => typeTone(item.type),
    },
    { id: 'exchange', name: names.exchange, width: 88, card: 'head', text: (item) => item.exchange || none },
    {
      id: 'path',
      name: names.path,
      width: 190,
      grow: true,
      card: 'line',
      text: (item) => pathOf(item.symbols) || none,
      cell: (item) => (
        <>
          <span className={styles.path}>{pathOf(item.symbols) || none}</span>{' '}
          {(item.alternatives ?? 0) > 0 && (
            <Tag minimal round title={others(item.alternatives ?? 0)}>
              +{item.alternatives}
            </Tag>
          )}
          {withOutcome && <div className={styles.second}>{crossText(messages, item)}</div>}
        </>
      ),
    },
    {
      id: 'profit_pct',
      name: names.profitPct,
      width: 80,
      align: 'right',
      card: 'figure',
      text: (item) => percent(item.profit_pct, { digits: 3, sign: true }),
      className: (item) => profitTone(item.profit_pct),
      order: (item) => item.profit_pct,
    },
    moneyColumn({
      id: 'profit_usd',
      name: names.profitUsd,
      width: 90,
      spare: 5,
      card: 'figure',
      sign: true,
      figure: (item) => figureOf(item, item.profit_usd),
    }),
    ...(withOutcome ? [breakEven] : []),
    {
      id: 'liquidity',
      name: names.liquidity,
      width: 84,
      spare: 2,
      text: (item) => levelText(messages, item.liquidity_level),
      className: (item) => liquidityTone(item.liquidity_level),
      order: (item) => levels[item.liquidity_level ?? ''] ?? null,
      value: 'text',
    },
    {
      id: 'risk',
      name: names.risk,
      width: 62,
      spare: 3,
      text: (item) => levelText(messages, item.risk_level),
      className: (item) => riskTone(item.risk_level),
      order: (item) => levels[item.risk_level ?? ''] ?? null,
      value: 'text',
    },
    {
      id: 'execution_time',
      name: names.execution,
      width: 88,
      spare: 1,
      align: 'right',
      text: (item) => milliseconds(item.execution_time_ms),
      order: (item) => item.execution_time_ms,
    },
    {
      id: 'detected_at',
      name: names.detected,
      width: 84,
      spare: 4,
      card: 'head',
      align: 'right',
      text: (item) => (item.detected_at === null ? none : timeOfDay(item.detected_at)),
      ...(withOutcome && {
        cell: (item: Opportunity) =>
          item.detected_at !== null && (
            <>
              {timeOfDay(item.detected_at)}
              <div className={styles.second}>
                <Age moment={item.detected_at} />
              </div>
            </>
          ),
      }),
      order: (item) => item.detected_at,
    },
    {
      id: 'status',
      name: names.status,
      width: 76,
      card: 'figure',
      text: status,
      cell: (item) => (
        <Tag minimal intent={item.is_valid ? 'success' : 'none'}>
          {status(item)}
        </Tag>
      ),
      order: (item) => Number(item.is_valid ?? false),
      value: 'text',
    },
    ...(withOutcome ? [outcome] : []),
  ];
  return withOutcome ? columns : columns.map((column) => ({ ...column, width: column.width + singleLinePx }));
};
