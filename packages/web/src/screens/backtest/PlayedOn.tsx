import { Callout } from '@blueprintjs/core';
import type { Backtest, Report } from '@triquad/core/contract';
import { SharedConditions } from '../../components/ConditionsLine.tsx';
import { dollars, number, percent, source } from '../../messages/format.ts';
import { spanOf, zoneAt } from '../../messages/moments.ts';
import styles from './backtest.module.css';
import { differencesOf } from './differences.ts';
import { termGroups } from './Terms.tsx';
import type { Messages } from './use-messages.ts';
import { useMessages } from './use-messages.ts';

type Data = Report['data'];

/** The data of the run. A simulated market is always named as such. */
export function PlayedOn({ report, config }: { report: Report; config: Backtest['config'] }) {
  const { backtest: text, table } = useMessages();
  const { data } = report;
  const provenance = data?.provenance ?? report.provenance;
  const [start, end] = [data?.from ?? config?.start_date ?? null, data?.to ?? config?.end_date ?? null];
  const asked = isCutShort(data, config) && spanOf(config?.start_date ?? '', config?.end_date ?? '');
  const period = start !== null && end !== null && `${spanOf(start, end)} (${zoneAt(start)})`;
  const volume =
    data !== null && (data.markets !== null || data.events !== null)
      ? text.volume(number(data.markets), number(data.events))
      : null;
  const capital = config?.initial_capital ?? null;
  const setUp = [config?.exchanges.join(', '), capital === null ? null : dollars(capital, { digits: 0 })];
  const notes = data?.notes ?? [];
  return (
    <Callout
      intent={isSimulated(data) || provenance?.money === 'invented' ? 'warning' : 'primary'}
      className={styles.playedOn ?? ''}
    >
      <strong>{headline(data, text)}</strong>
      <p>{`${table.source}: ${source(provenance)}`}</p>
      <p>{[period, ...setUp, volume].filter(Boolean).join(' · ')}</p>
      {config !== null && <p>{termsOf(config, text)}</p>}
      <SharedConditions all={report.metrics.played?.conditions ?? []} />
      {asked && <p>{text.askedFor(asked)}</p>}
      {notes.length > 0 && (
        <details>
          <summary>{text.notes(notes.length)}</summary>
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </details>
      )}
    </Callout>
  );
}

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** Requested markets and the run's own terms; other terms are those in force at the bot. */
const termsOf = (config: NonNullable<Backtest['config']>, text: Messages['backtest']): string => {
  const { min_profit_threshold: threshold, max_position_size: position, max_slippage: slippage } = config;
  const { used } = text;
  const own = differencesOf(null, Object.fromEntries(termGroups.map((name) => [name, config[name]])));
  return [
    isNumber(threshold) && used.threshold(fine(threshold)),
    isNumber(position) && used.position(dollars(position, { digits: 0 })),
    isNumber(slippage) && used.slippage(fine(slippage)),
    ...own,
    own.length === 0 ? used.inForce : used.restInForce,
  ]
    .filter(Boolean)
    .join(' · ');
};

const fine = (value: number) => percent(value, { digits: 3 });

const isSimulated = (data: Data): boolean =>
  data !== null && (data.seed !== undefined || data.source.toLowerCase().includes('simulat'));

const noticeableMs = 60_000;
/** True if the run covers less than the requested range. */
const isCutShort = (data: Data, config: Backtest['config']): boolean => {
  const apart = (a: string | null | undefined, b: string | null | undefined) =>
    a != null && b != null && Math.abs(Date.parse(a) - Date.parse(b)) > noticeableMs;
  return apart(data?.from, config?.start_date) || apart(data?.to, config?.end_date);
};

const headline = (data: Data, text: Messages['backtest']): string => {
  if (data === null || (data.source === '' && data.seed === undefined)) return text.unknownData;
  if (isSimulated(data)) return data.seed === undefined ? text.simulatedWithout : text.simulated(String(data.seed));
  const recording = /^recording\s+(.+)$/.exec(data.source)?.[1];
  return recording === undefined ? text.otherData(data.source) : text.recorded(recording);
};
