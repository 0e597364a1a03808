import type { Difference } from '../contract/account.ts';
import type { Notification } from '../contract/notification.ts';
import type { Risk } from '../contract/risk.ts';
import { type Figure, figureOf } from '../format/figure.ts';
import type { FoldedState } from '../projections/state.ts';
import { selectBotCondition, selectHalt, selectKill } from './bot.ts';
import { selectConfirmedAt, selectFreshness } from './connection.ts';
import { derived } from './derived.ts';
import { type LimitUse, nearLimit, selectLastingLimits } from './limits.ts';

type Severity = 'danger' | 'warning';
type Item<C extends string, P> = C extends string
  ? {
      readonly code: C;
      readonly severity: Severity;
      readonly params: P;
      /** Epoch milliseconds at which it began; null where that is not known. */
      readonly since: number | null;
    }
  : never;

/** One thing that needs a human, as code and figures; the clients have the texts. */
export type Attention =
  | Item<'kill_unconfirmed', { tries: number; sent_at: number }>
  | Item<'halted', { reason: string }>
  | Item<'connection_lost' | 'connection_stale', { confirmed_at: number | null }>
  | Item<'bot_error', Record<never, never>>
  | Item<'reducing', { reason: string | null }>
  | Item<'breaker', { name: string; reason: string | null; resumes: 'itself' | 'operator' }>
  | Item<'residual', { exchange: string; asset: string; amount: number; value: Figure }>
  | Item<'difference', Pick<Difference, 'exchange' | 'asset' | 'amount' | 'kind'> & { value: Figure }>
  | Item<'account', { exchange: string; state: 'down' | 'halted' | 'unverified'; reason: string | null }>
  | Item<'limit', Pick<LimitUse, 'name' | 'scope' | 'used' | 'limit' | 'unit' | 'provenance'> & { share: number }>
  | Item<'alerts_failing', Pick<Notification, 'title' | 'message' | 'code' | 'params'>>;

export type AttentionCode = Attention['code'];

const moment = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso));

const item = <C extends AttentionCode>(
  severity: Severity,
  code: C,
  params: Extract<Attention, { code: C }>['params'],
  since: number | null = null,
) => ({ code, severity, params, since }) as Attention;

const ofKill = (kill: ReturnType<typeof selectKill>): readonly Attention[] => {
  if (kill === null || kill.confirmed_at !== null) return [];
  const { sent_at, tries } = kill;
  return [item('danger', 'kill_unconfirmed', { tries, sent_at }, sent_at)];
};

const ofHalt = (halt: ReturnType<typeof selectHalt>): readonly Attention[] =>
  halt === null ? [] : [item('danger', 'halted', { reason: halt.reason }, moment(halt.at))];

const ofFreshness = (
  freshness: ReturnType<typeof selectFreshness>,
  confirmed_at: number | null,
): readonly Attention[] => {
  if (freshness === 'lost') return [item('danger', 'connection_lost', { confirmed_at }, confirmed_at)];
  return freshness === 'stale' ? [item('warning', 'connection_stale', { confirmed_at }, confirmed_at)] : [];
};

const ofRisk = (report: Risk | null): readonly Attention[] => {
  if (report === null) return [];
  const tripped = report.breakers.filter(({ status }) => status === 'tripped');
  const reducing = report.state === 'reducing' && tripped.length === 0;
  return [
    ...report.stranded.map(({ exchange, asset, amount, value_usd, since }) =>
      item('danger', 'residual', { exchange, asset, amount, value: figureOf(report, value_usd) }, moment(since)),
    ),
    ...tripped.map(({ name, reason, resumes, tripped_at }) => {
      const severity = resumes === 'itself' ? 'warning' : 'danger';
      return item(severity, 'breaker', { name, reason, resumes }, moment(tripped_at));
    }),
    ...(reducing ? [item('warning', 'reducing', { reason: report.reason }, moment(report.since))] : []),
  ];
};

/** A difference that nothing explains halts its account: it is listed once, as the difference. */
const ofAccounts = (report: Risk | null, differences: readonly Difference[]): readonly Attention[] => [
  ...differences.map((one) => {
    const { exchange, asset, amount, value_usd, kind, found_at } = one;
    const severity = kind === 'unexplained' ? 'danger' : 'warning';
    return item(
      severity,
      'difference',
      { exchange, asset, amount, value: figureOf(one, value_usd), kind },
      moment(found_at),
    );
  }),
  ...(report?.accounts ?? []).flatMap(({ exchange, state, reason }) => {
    const isListed = state === 'halted' && differences.some((one) => one.exchange === exchange);
    if (isListed || state === 'ready' || state === 'starting') return [];
    return [item('danger', 'account', { exchange, state, reason })];
  }),
];

const ofLimits = (limits: readonly LimitUse[]): readonly Attention[] =>
  limits.flatMap(({ name, scope, used, limit, unit, provenance, share }) => {
    if (share === null || share < nearLimit) return [];
    return [item(share >= 1 ? 'danger' : 'warning', 'limit', { name, scope, used, limit, unit, provenance, share })];
  });

const ofAlerts = (notifications: readonly Notification[]): readonly Attention[] =>
  notifications
    .filter(({ source, read }) => source === 'alert' && !read)
    .map(({ title, message, code, params, created_at }) =>
      item('warning', 'alerts_failing', { title, message, code, params }, moment(created_at)),
    );

const bySeverity = (items: readonly Attention[]): readonly Attention[] => [
  ...items.filter(({ severity }) => severity === 'danger'),
  ...items.filter(({ severity }) => severity === 'warning'),
];

/** Items that need attention now, most severe first; empty if there are none. */
export const selectAttention: (state: FoldedState) => readonly Attention[] = derived(
  [
    selectKill,
    selectFreshness,
    (state) => (selectFreshness(state) === 'live' ? null : selectConfirmedAt(state)),
    selectHalt,
    (state) => selectBotCondition(state) === 'error',
    (state) => state.loaded.risk,
    (state) => state.loaded.differences,
    selectLastingLimits,
    (state) => state.notifications.items,
  ],
  (kill, freshness, confirmedAt, halt, error, report, differences, limits, notifications) =>
    bySeverity([
      ...ofKill(kill),
      ...ofFreshness(freshness, confirmedAt),
      ...ofHalt(halt),
      ...(error ? [item('danger', 'bot_error', {})] : []),
      ...ofRisk(report),
      ...ofAccounts(report, differences ?? []),
      ...ofLimits(limits),
      ...ofAlerts(notifications),
    ]),
);
