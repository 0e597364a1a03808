import { amount, figureOf, money, none, percent, type Sourced } from '@triquad/core';
import type { LogEntry, Opportunity, Order, Trade } from '@triquad/core/contract';
import { english } from '@triquad/core/texts';
import type { Column, Tone } from './output.ts';
import { ownSource } from './source-column.ts';

const statusTones: Record<string, Tone> = {
  filled: 'good',
  completed: 'good',
  failed: 'bad',
  stranded: 'bad',
  pending: 'warn',
  unwound: 'warn',
  cancelled: 'quiet',
};
const levelTones: Record<string, Tone> = { DEBUG: 'quiet', WARNING: 'warn', ERROR: 'bad' };

export const opportunityColumns: readonly Column<Opportunity>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'TYPE', optional: true, value: ({ type }) => type, least: 4 },
  { title: 'EXCHANGE', value: ({ exchange }) => exchange },
  { title: 'PATH', value: ({ symbols }) => symbols.join('→'), shrinks: true, least: 20 },
  {
    title: 'PROFIT',
    value: ({ profit_pct }) => profit_pct,
    shown: ({ profit_pct }) => percent(profit_pct, { sign: true }),
    align: 'right',
    tone: gainTone,
    least: 7,
  },
  {
    title: 'USD',
    optional: true,
    value: ({ profit_usd }) => profit_usd,
    shown: (one) => money(figureOf(one, one.profit_usd)),
    align: 'right',
    tone: gainTone,
    least: 9,
  },
  {
    title: 'CAPITAL',
    optional: true,
    value: ({ capital_required }) => capital_required,
    shown: (one) => money(figureOf(one, one.capital_required)),
    align: 'right',
    least: 9,
  },
  { title: 'RISK', optional: true, value: ({ risk_level }) => risk_level ?? none, least: 6 },
  { title: 'DETECTED', optional: true, value: ({ detected_at }) => detected_at ?? none, least: 24 },
  { title: 'STATE', value: ({ is_valid }) => (is_valid === false ? 'expired' : 'valid'), least: 7 },
  ownSource,
];

export const orderColumns: readonly Column<Order>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'EXCHANGE', value: ({ exchange }) => exchange },
  { title: 'SYMBOL', value: ({ symbol }) => symbol, shrinks: true },
  { title: 'SIDE', value: ({ side }) => side },
  { title: 'TYPE', optional: true, value: ({ type }) => type },
  { title: 'QUANTITY', value: ({ quantity }) => quantity, shown: ({ quantity }) => amount(quantity), align: 'right' },
  {
    title: 'FILLED',
    optional: true,
    value: ({ filled_quantity }) => filled_quantity,
    shown: ({ filled_quantity }) => amount(filled_quantity),
    align: 'right',
  },
  {
    title: 'PRICE',
    optional: true,
    value: ({ price }) => price ?? 'Market',
    shown: ({ price }) => (price === null ? 'Market' : amount(price)),
    align: 'right',
  },
  {
    title: 'AVG PRICE',
    optional: true,
    value: ({ filled_price }) => filled_price,
    shown: ({ filled_price }) => amount(filled_price),
    align: 'right',
  },
  { title: 'STATUS', value: ({ status }) => status, tone: ({ status }) => statusTones[status] },
  { title: 'CREATED', optional: true, value: ({ created_at }) => created_at ?? none },
  ownSource,
];

export const tradeColumns: readonly Column<Trade>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'TYPE', optional: true, value: (trade) => trade.opportunity_type },
  { title: 'EXCHANGE', value: ({ exchange }) => exchange },
  { title: 'PATH', value: ({ symbols }) => symbols.join('→'), shrinks: true },
  {
    title: 'PROFIT',
    value: ({ profit }) => profit,
    shown: (trade) => money(figureOf(trade, trade.profit), { sign: true }),
    align: 'right',
    tone: ({ profit }) => signTone(profit),
  },
  {
    title: 'PROFIT %',
    optional: true,
    value: ({ profit_pct }) => profit_pct,
    shown: ({ profit_pct }) => percent(profit_pct, { sign: true }),
    align: 'right',
  },
  {
    title: 'FEES',
    optional: true,
    value: ({ fees }) => fees,
    shown: (trade) => money(figureOf(trade, trade.fees)),
    align: 'right',
  },
  {
    title: 'SECONDS',
    optional: true,
    value: (trade) => trade.duration_seconds,
    shown: (trade) => trade.duration_seconds?.toFixed(2) ?? none,
    align: 'right',
  },
  { title: 'STATUS', value: ({ status }) => status, tone: ({ status }) => statusTones[status] },
  { title: 'ENTRY', optional: true, value: ({ entry_time }) => entry_time ?? none },
  { title: 'MARKET', optional: true, value: ({ market }) => market ?? none },
  ownSource,
];

export const logColumns: readonly Column<LogEntry>[] = [
  {
    title: 'TIME',
    value: ({ timestamp }) => timestamp ?? none,
    brief: ({ timestamp }) => timestamp?.slice(11, 19).concat('Z') ?? none,
    tone: () => 'quiet',
    least: 24,
  },
  { title: 'LEVEL', value: ({ level }) => level, tone: ({ level }) => levelTones[level], least: 7 },
  { title: 'SOURCE', value: ({ source }) => source, least: 10 },
  { title: 'MESSAGE', value: (entry) => english.log(entry), tone: ({ level }) => levelTones[level], wraps: true },
];

export interface Asset extends Sourced {
  readonly exchange: string;
  readonly asset: string;
  readonly total: number | null;
  readonly value_usd: number | null;
  readonly cost_usd: number | null;
  readonly reserved: number | null;
  /** Holders, separated by commas. */
  readonly reserved_by: string;
}

/** A reserved amount, and its purpose. */
export const holderText = ({ kind, id }: { readonly kind: string; readonly id: string }): string =>
  `${kind === 'fee' ? 'the fee, not named yet, of order' : kind} ${id}`;

/** Amounts reserved by running executions, open orders and pending fees; hidden while there are none. */
export const reservedColumns: readonly Column<Asset>[] = [
  { title: 'RESERVED', value: ({ reserved }) => reserved, shown: ({ reserved }) => amount(reserved), align: 'right' },
  { title: 'BY', optional: true, value: ({ reserved_by }) => reserved_by || none, shrinks: true },
];

export const assetColumns: readonly Column<Asset>[] = [
  { title: 'EXCHANGE', value: ({ exchange }) => exchange },
  { title: 'ASSET', value: ({ asset }) => asset },
  { title: 'TOTAL', value: ({ total }) => total, shown: ({ total }) => amount(total), align: 'right' },
  {
    title: 'USD',
    optional: true,
    value: ({ value_usd }) => value_usd,
    shown: (asset) => money(figureOf(asset, asset.value_usd)),
    align: 'right',
  },
];

/** Cost, and value above it; shown if a bot states them. */
export const costColumns: readonly Column<Asset>[] = [
  {
    title: 'COST',
    optional: true,
    value: ({ cost_usd }) => cost_usd,
    shown: (asset) => money(figureOf(asset, asset.cost_usd)),
    align: 'right',
  },
  {
    title: 'UNREALISED',
    optional: true,
    value: (asset) => unrealisedOf(asset),
    shown: (asset) => money(figureOf(asset, unrealisedOf(asset))),
    tone: (asset) => signTone(unrealisedOf(asset)),
    align: 'right',
  },
];

const unrealisedOf = ({ value_usd, cost_usd }: Asset): number | null =>
  value_usd === null || cost_usd === null ? null : value_usd - cost_usd;

function signTone(value: number | null): Tone | undefined {
  return value === null || value === 0 ? undefined : value > 0 ? 'good' : 'bad';
}

function gainTone({ is_valid, profit_pct }: Opportunity): Tone | undefined {
  return is_valid === false ? 'quiet' : signTone(profit_pct);
}
