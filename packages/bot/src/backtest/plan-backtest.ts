import { basename } from 'node:path';
import {
  type BacktestConfig,
  combinedProvenance,
  isInvented,
  type Provenance,
  paperProvenance,
  usualBounds,
} from '@triquad/core/contract';
import { momentOf, overlaps, type Range } from '@triquad/core/time';
import { BigNumber } from 'bignumber.js';
import { feeTiers } from '../market/fee-tiers.ts';
import { defaultConfig, type EngineConfig } from '../model/config.ts';
import { isoTime } from '../model/moment.ts';
import { usd } from '../model/usd.ts';
import type { Recording } from '../recording/recordings.ts';
import type { Preset } from '../venues/simulated/simulated-behaviour.ts';
import { simulatedExchanges } from '../venues/simulated/simulated-universe.ts';
import { isDollar } from './explained.ts';
import type { BacktestData, BacktestJob, RecordedSource } from './job.ts';

/** A field of the configuration and why nothing can be run with it. */
export type BacktestProblem = {
  readonly ok: false;
  readonly field: keyof BacktestConfig;
  readonly detail: string;
  readonly code?: 'no_recording' | 'bars_not_quotes' | 'mixed_kinds';
};
export type PlannedBacktest = { readonly ok: true; readonly job: BacktestJob } | BacktestProblem;

const dayMs = 86_400_000;
const mostDays = 3_653;
/** A day of the five exchanges takes minutes to play. */
const mostSimulatedDays = 31;
const usualSeed = 1;
/** A report with so many trades is a hundred megabytes. */
const mostTrades = 50_000;

/** What of a recording a plan asks for. */
type RecordedRange = Pick<Recording, 'exchange' | 'kind' | 'file' | 'from' | 'to' | 'surveyed'>;

type Limits =
  | 'assets'
  | 'max_concurrent_orders'
  | 'max_daily_drawdown_pct'
  | 'stop_loss_pct'
  | 'max_unwind_loss_pct'
  | 'max_profit_pct'
  | 'cooldown_after_failure_seconds';
/** What is in force and holds for a backtest whose configuration does not name it. */
export type InForce = Pick<EngineConfig, 'fees' | 'paper' | 'start_currencies' | Limits>;

/** Invented market of a range without a recording, where the call names none: the one that the bot watches; null for a bot at true prices. */
export type OwnMarket = Preset | null;

/**
 * Decides what to play: the recordings of the chosen exchanges with quotes of the range, or an invented market with the seed of the
 * configuration, else 1. Pure: it knows nothing but what it is given. A range of an invented market may lie in the future; times without an
 * offset are UTC.
 */
export const planBacktest = (
  id: string,
  config: BacktestConfig,
  recordings: readonly RecordedRange[],
  inForce?: InForce,
  own: OwnMarket = null,
): PlannedBacktest => {
  const [from, to] = [momentOf(config.start_date), momentOf(config.end_date)];
  const misplaced = rangeProblem(from, to);
  if (misplaced) return misplaced;
  if (!config.enable_triangular && !config.enable_quadrangular)
    return problem('enable_triangular', 'one of triangular and quadrangular must be enabled');
  const played = dataOf(config, recordings, { from, to }, own);
  if ('ok' in played) return played;
  const unknown = tierProblem(config) ?? startProblem(config);
  if (unknown) return unknown;
  const { data, provenance, left } = played;
  const engine = engineConfig(config, exchangesOf(data), inForce);
  const notes = [...left, ...notesOf(config, played, engine, inForce !== undefined)];
  const conditions = data.kind === 'recorded' ? ('realistic' as const) : data.preset;
  const seed = config.seed ?? usualSeed;
  const job = { id, config, seed, from, to, data, provenance, engine, conditions, most_trades: mostTrades, notes };
  return { ok: true, job };
};

type Played = { readonly data: BacktestData; readonly provenance: Provenance; readonly left: readonly string[] };

const dataOf = (
  config: BacktestConfig,
  recordings: readonly RecordedRange[],
  range: Range,
  own: OwnMarket,
): Played | BacktestProblem => {
  const exchanges = [...new Set(config.exchanges)];
  const { market } = config;
  if (market === 'practice' || market === 'realistic') return inventedData(config, exchanges, range, market);
  const missing = (config.recordings ?? []).filter((name) => !recordings.some(({ file }) => basename(file) === name));
  if (missing.length > 0) return problem('recordings', `there is no recording ${missing.join(', ')}`);
  const there = recordings.filter((one) => exchanges.includes(one.exchange) && overlaps(one, range));
  const chosen = chosenOf(config, there);
  if ('ok' in chosen) return chosen;
  if (chosen.length > 0) return recordedData(exchanges, there, chosen, range);
  if (market === undefined && config.recordings === undefined && own !== null && !there.some(isBars))
    return inventedData(config, exchanges, range, own);
  return there.some(isBars) ? barsProblem(there) : noRecording(exchanges, recordings);
};

const isBars = ({ kind }: RecordedRange): boolean => kind === 'bars';

/** Named ones, else all but bars; true prices where there are any, as invented ones are never played beside them. */
const chosenOf = (
  { recordings: named }: BacktestConfig,
  there: readonly RecordedRange[],
): readonly RecordedRange[] | BacktestProblem => {
  if (named === undefined) {
    const quotes = there.filter((one) => !isBars(one));
    const known = quotes.filter(({ kind }) => !isInvented(kind));
    return known.length > 0 ? known : quotes;
  }
  const chosen = there.filter(({ file }) => named.includes(basename(file)));
  const invented = chosen.filter(({ kind }) => isInvented(kind));
  return invented.length === 0 || invented.length === chosen.length
    ? chosen
    : problem('recordings', `${namesOf(invented)}: invented prices are not played beside true ones`, 'mixed_kinds');
};

const recordedData = (
  exchanges: readonly string[],
  there: readonly RecordedRange[],
  chosen: readonly RecordedRange[],
  { from, to }: Range,
): Played => {
  const playing = exchanges.map((exchange) => playedOf(exchange, chosen, from, to));
  const sources = exchanges.flatMap((exchange, at): readonly RecordedSource[] => {
    const played = playing[at] ?? [];
    if (played.length === 0) return [];
    const isWhole = played.every((one) => one.from >= from && one.to <= to);
    const surveyed = played.flatMap((one) => (isWhole && one.surveyed) || []);
    const files = played.map(({ file }) => file);
    return [{ exchange, files, ...(surveyed.length === files.length && { surveyed }) }];
  });
  const provenance = combinedProvenance(playing.flat().map(provenanceOf)) as Provenance;
  const others = there.filter((one) => !chosen.includes(one) && (isBars(one) || isInvented(one.kind)));
  const left = others.length === 0 ? [] : [`Left out, as they are bars or invented: ${namesOf(others)}.`];
  return { data: { kind: 'recorded', sources }, provenance, left };
};

const inventedData = (
  { seed = usualSeed }: BacktestConfig,
  exchanges: readonly string[],
  { from, to }: Range,
  preset: Preset,
): Played | BacktestProblem => {
  const wrong = simulationProblem(exchanges, from, to);
  if (wrong) return wrong;
  const provenance = paperProvenance(preset, only(exchanges), preset);
  return { data: { kind: 'simulated', preset, seed, exchanges }, provenance, left: [] };
};

const mostNamed = 8;
const namesOf = (recordings: readonly RecordedRange[]): string =>
  recordings
    .slice(0, mostNamed)
    .map(({ file }) => basename(file))
    .join(', ')
    .concat(recordings.length > mostNamed ? ` and ${recordings.length - mostNamed} more` : '');

const barsProblem = (there: readonly RecordedRange[]): BacktestProblem =>
  problem(
    'recordings',
    `of this range there are only bars (${namesOf(there.filter(isBars))}), and they cannot be asked: a close is no quote at which anything could be bought. Name them to play them all the same`,
    'bars_not_quotes',
  );

/** Names what there is, the latest first. */
const noRecording = (exchanges: readonly string[], recordings: readonly RecordedRange[]): BacktestProblem => {
  const latest = recordings.toSorted((a, b) => b.to - a.to);
  const named = latest
    .slice(0, mostNamed)
    .map(({ file, exchange, from, to }) => `${basename(file)} (${exchange}, ${minuteOf(from)} to ${minuteOf(to)})`);
  const more = latest.length > mostNamed ? ` and ${latest.length - mostNamed} more` : '';
  const there = latest.length === 0 ? 'there are no recordings' : `there is ${named.join(', ')}${more}`;
  return problem(
    'start_date',
    `nothing is recorded of ${exchanges.join(', ')} in this range; ${there}`,
    'no_recording',
  );
};

const minuteOf = (at: number): string => `${isoTime(at).slice(0, 16)}Z`;

const provenanceOf = ({ kind, exchange, file }: RecordedRange): Provenance =>
  paperProvenance(kind, exchange, basename(file));

const only = (names: readonly string[]): string | null => (names.length === 1 ? (names[0] ?? null) : null);

const problem = (
  field: keyof BacktestConfig,
  detail: string,
  code?: NonNullable<BacktestProblem['code']>,
): BacktestProblem => ({ ok: false, field, detail, ...(code && { code }) });

const rangeProblem = (from: number, to: number): BacktestProblem | null => {
  if (from < 0) return problem('start_date', 'must not be before 1970');
  if (to <= from) return problem('end_date', 'must be after start_date');
  return to - from > mostDays * dayMs ? problem('end_date', 'must be within ten years of start_date') : null;
};

/** A tier that its exchange does not have. */
const tierProblem = ({ fees = {} }: BacktestConfig): BacktestProblem | null => {
  for (const [exchange, { tier }] of Object.entries(fees)) {
    const names = feeTiers(exchange).map(({ name }) => name);
    if (tier === undefined || names.includes(tier)) continue;
    const known = names.length === 0 ? `no tiers of ${exchange} are known` : `${exchange} has ${names.join(', ')}`;
    return problem('fees', `"${tier}" is no fee tier: ${known}`);
  }
  return null;
};

/** The capital is in dollars, whatever the cycles begin with. */
const startProblem = ({ start_currencies }: BacktestConfig): BacktestProblem | null =>
  start_currencies === undefined || start_currencies.some(isDollar)
    ? null
    : problem('start_currencies', 'must have a dollar among them, e.g. USDT: the capital is held in it');

/** Those with quotes of the range in order of time; one that overlaps an earlier one is left out. */
const playedOf = (
  exchange: string,
  recordings: readonly RecordedRange[],
  from: number,
  to: number,
): readonly RecordedRange[] => {
  const own = recordings
    .filter((one) => one.exchange === exchange && overlaps(one, { from, to }))
    .sort((a, b) => a.from - b.from || (a.file < b.file ? -1 : 1));
  let until = Number.NEGATIVE_INFINITY;
  return own.flatMap((one) => {
    if (one.from < until) return [];
    until = one.to;
    return [one];
  });
};

const simulationProblem = (exchanges: readonly string[], from: number, to: number): BacktestProblem | null => {
  const unknown = exchanges.filter((exchange) => !simulatedExchanges.includes(exchange));
  if (unknown.length > 0) {
    const known = simulatedExchanges.join(', ');
    return problem('exchanges', `the invented market has ${known}, and not ${unknown.join(', ')}`);
  }
  if (to - from <= mostSimulatedDays * dayMs) return null;
  return problem('end_date', `the invented market is played for ${mostSimulatedDays} days at most`);
};

const exchangesOf = (data: BacktestData): readonly string[] =>
  data.kind === 'simulated' ? data.exchanges : data.sources.map(({ exchange }) => exchange);

/**
 * What is in force under the configuration of the run; the whole capital in equal shares in one dollar. There is no operator in a run:
 * everything is executed automatically, whatever `auto_execute` and `by_hand` in force leave to one.
 */
const engineConfig = (
  config: BacktestConfig,
  exchanges: readonly string[],
  inForce: InForce = defaultConfig,
): EngineConfig => {
  const { max_position_size: max_position, limits = {}, start_currencies = inForce.start_currencies } = config;
  const share = new BigNumber(config.initial_capital).dividedBy(exchanges.length);
  const { assets: own = {} } = limits;
  const assets = Object.entries(inForce.assets).map(([asset, limit]) => [asset, { ...limit, max_position }] as const);
  const fees = { ...inForce.fees, ...config.fees };
  const paper = {
    ...{ ...inForce.paper, ...config.paper },
    exchanges: { ...inForce.paper?.exchanges, ...config.paper?.exchanges },
  };
  return {
    ...defaultConfig,
    ...limitsOf(limits, inForce),
    parameters: {
      enabled_exchanges: exchanges,
      trading_pairs: [],
      min_profit_threshold: config.min_profit_threshold,
      max_capital_per_route: max_position,
    },
    enable_triangular: config.enable_triangular,
    enable_quadrangular: config.enable_quadrangular,
    total_capital: config.initial_capital,
    max_slippage_pct: config.max_slippage,
    assets: { ...Object.fromEntries(assets), ...own },
    start_currencies,
    paper_funds: { [dollarOf(config)]: share.decimalPlaces(8, BigNumber.ROUND_DOWN).toFixed() },
    fees,
    paper,
  };
};

const usualDollar = 'USDT';
const dollarOf = ({ start_currencies = [] }: BacktestConfig): string => start_currencies.find(isDollar) ?? usualDollar;

const limitsOf = (
  own: NonNullable<BacktestConfig['limits']>,
  usual: InForce,
): Omit<Pick<EngineConfig, Limits>, 'assets'> => ({
  max_concurrent_orders: own.max_concurrent_orders ?? usual.max_concurrent_orders,
  max_daily_drawdown_pct: own.max_daily_drawdown_pct ?? usual.max_daily_drawdown_pct,
  stop_loss_pct: own.stop_loss_pct ?? usual.stop_loss_pct,
  cooldown_after_failure_seconds: own.cooldown_after_failure_seconds ?? usual.cooldown_after_failure_seconds,
  max_unwind_loss_pct: own.max_unwind_loss_pct ?? usual.max_unwind_loss_pct ?? usualBounds.max_unwind_loss_pct,
  max_profit_pct: own.max_profit_pct ?? usual.max_profit_pct ?? usualBounds.max_profit_pct,
});

const inventedNotes = (data: BacktestData, { kind, name }: Provenance): readonly string[] => {
  if (data.kind === 'simulated' || !isInvented(kind)) return [];
  return kind === 'sample'
    ? ['The recording sample is invented: a simulated market, fitted to recordings of real ones.']
    : [`The recording ${name} is of the ${kind} market: every quote is invented, and so is every profit.`];
};

const notesOf = (
  config: BacktestConfig,
  { data, provenance }: Played,
  engine: EngineConfig,
  isConfigured: boolean,
): readonly string[] => {
  const taking = exchangesOf(data);
  const absent = config.exchanges.filter((exchange) => !taking.includes(exchange));
  const left =
    absent.length > 0 ? [`No recorded quotes of ${absent.join(', ')} in the range: left out, without capital.`] : [];
  const unused =
    data.kind === 'recorded' && config.seed !== undefined
      ? ['The quotes are recorded ones: the seed draws ids and nothing else.']
      : [];
  return [
    ...inventedNotes(data, provenance),
    ...left,
    ...unused,
    capitalNote(engine, taking),
    limitsNote(config, engine, isConfigured),
  ];
};

const capitalNote = ({ paper_funds }: EngineConfig, exchanges: readonly string[]): string =>
  `The capital is divided equally: ${Object.entries(paper_funds).map(([asset, amount]) => `${amount} ${asset}`)} at ${exchanges.length === 1 ? exchanges[0] : `each of ${exchanges.join(', ')}`}.`;

const limitsNote = ({ limits }: BacktestConfig, engine: EngineConfig, isConfigured: boolean): string => {
  const usual = isConfigured ? 'in force' : 'of a new bot';
  const volumes = Object.entries(engine.assets).map(
    ([asset, { max_position, max_daily_volume }]) =>
      `${asset} ${usd(max_position)} held and ${usd(max_daily_volume)} bought a day`,
  );
  return [
    `The limits ${limits === undefined ? usual : `of this run, and else those ${usual}`} hold: ${engine.max_concurrent_orders} executions at once`,
    `${engine.cooldown_after_failure_seconds} s of rest after a failure`,
    `ways back that lose ${engine.max_unwind_loss_pct} % at most, and doubt of a profit above ${engine.max_profit_pct} %`,
    `a halt at ${engine.max_daily_drawdown_pct} % daily drawdown or ${engine.stop_loss_pct} % loss`,
    ...volumes,
  ]
    .join('; ')
    .concat('.');
};
