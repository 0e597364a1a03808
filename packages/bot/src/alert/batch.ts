import { ALERT_EVENTS, type Alert, type AlertEvent } from './alert.ts';

/** How many alerts one message shows in full; of the rest it gives the number. */
const SHOWN = 10;

/** Alerts that wait for one message: bounded, however many there are. */
export interface Group {
  readonly counts: Readonly<Partial<Record<AlertEvent, number>>>;
  /** The gravest first, and of equally grave ones the newest. */
  readonly shown: readonly Alert[];
}

export const emptyGroup: Group = { counts: {}, shown: [] };

const GRAVITY: Readonly<Record<AlertEvent, number>> = {
  stop_loss: 0,
  circuit_breaker: 0,
  failure: 1,
  execution: 2,
  opportunity: 3,
};

export function withAlert({ counts, shown }: Group, alert: Alert): Group {
  return {
    counts: { ...counts, [alert.event]: (counts[alert.event] ?? 0) + 1 },
    shown: gravest([...shown, alert]),
  };
}

/** Both together: what could not be told goes with what came since. */
export function merged(one: Group, other: Group): Group {
  const counts: Partial<Record<AlertEvent, number>> = { ...one.counts };
  for (const event of ALERT_EVENTS) {
    const count = other.counts[event];
    if (count !== undefined) counts[event] = (counts[event] ?? 0) + count;
  }
  return { counts, shown: gravest([...one.shown, ...other.shown]) };
}

const gravest = (alerts: readonly Alert[]): readonly Alert[] =>
  alerts.toSorted((a, b) => GRAVITY[a.event] - GRAVITY[b.event] || b.at - a.at).slice(0, SHOWN);

/** Beside the moment of what an earlier process could not tell any more. */
const LATE = ' (told late)';

/** A message before it has a channel's form: plain text, `mode` first wherever it is shown. */
export interface Batch {
  /** `PAPER`, `LIVE`, or both. */
  readonly mode: string;
  readonly title: string;
  readonly lines: readonly string[];
}

export function batchOf({ counts, shown }: Group): Batch {
  const modes = [...new Set(shown.map(({ mode }) => mode))].sort().map((mode) => mode.toUpperCase());
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const [only] = shown;
  // It may be told late: the moment belongs to it.
  if (total === 1 && only !== undefined) {
    const moment = `${day(only)} ${clockTime(only)} UTC${only.isLate ? LATE : ''}`;
    return { mode: modes.join(' and '), title: only.title, lines: [only.text, moment] };
  }
  const lines = shown.map((alert) => {
    const { mode, title, text } = alert;
    const own = modes.length > 1 ? `${mode.toUpperCase()} ` : '';
    return `${clockTime(alert)}${alert.isLate ? LATE : ''} ${own}${title}: ${text}`;
  });
  const more = total - shown.length;
  const days = [...new Set(shown.map(day))].sort();
  return {
    mode: modes.join(' and '),
    title: `${total} alerts: ${ALERT_EVENTS.toReversed()
      .flatMap((event) => (counts[event] === undefined ? [] : `${counts[event]} ${event}`))
      .join(', ')}`,
    lines: [...lines, ...(more === 0 ? [] : [`… and ${more} more`]), `${days.join(', ')} UTC`],
  };
}

const day = ({ at }: Alert): string => new Date(at).toISOString().slice(0, 10);
const clockTime = ({ at }: Alert): string => new Date(at).toISOString().slice(11, 19);
