import type { BotStatus } from '../contract/bot-status.ts';
import type { Health } from '../contract/health.ts';
import type { TradingMode } from '../contract/primitives.ts';
import type { Role } from '../contract/route.ts';
import type { BotAction } from '../journal/bot-action.ts';
import type { FoldedState } from '../projections/state.ts';
import { type Lifecycle, lifecycleOf, tradingStateOf } from '../rules/bot-condition.ts';
import { selectBacktestStarting } from '../selectors/backtests.ts';
import { selectBotCommand, selectMode, selectModeChanging, selectTradingState } from '../selectors/bot.ts';
import { selectFreshness } from '../selectors/connection.ts';
import { derived } from '../selectors/derived.ts';
import { selectOperator, selectReplaying } from '../selectors/session.ts';
import { selectExecuting } from '../selectors/ticket.ts';

/** State that decides about a command, as plain data. */
export type Facts = {
  /** Mode on the screens; null while unknown. */
  readonly mode: TradingMode | null;
  readonly lifecycle: Lifecycle;
  /** `is_running` of the bot, which may be true in `error` too. */
  readonly isRunning: boolean;
  readonly isHalted: boolean;
  /** Command of the lifecycle that waits for its answer. */
  readonly command: BotAction | null;
  readonly isModeChanging: boolean;
  readonly connection: 'live' | 'stale' | 'lost';
  /** Role of the operator; null where the bot does not say, and then the bot decides. */
  readonly role: Role | null;
  /** Announced capabilities; null until the bot has answered, and then the bot decides. */
  readonly capabilities: readonly string[] | null;
  readonly isReplaying: boolean;
  readonly isExecuting: boolean;
  /** Executions whose answer was lost. */
  readonly unsettled: FoldedState['ticket']['unsettled'];
  /** A residual position or a difference is being resolved. */
  readonly isResolving: boolean;
  readonly isBacktestStarting: boolean;
  readonly isConfigLoaded: boolean;
};

const roles: readonly Role[] = ['viewer', 'operator', 'admin'];
const roleOf = (name: string | undefined): Role | null => roles.find((role) => role === name) ?? null;

const selectCapabilities = ({ health: { value, problem, capabilities } }: FoldedState) =>
  value === null && problem?.status == null ? null : capabilities;
const selectConnection = (state: FoldedState): Facts['connection'] => {
  const freshness = selectFreshness(state);
  return freshness === 'unknown' ? 'lost' : freshness;
};

const factsOfFolded = derived(
  [
    selectMode,
    ({ bot }) => bot.value.lifecycle,
    ({ bot }) => bot.status?.is_running === true,
    (state) => selectTradingState(state) === 'halted',
    selectBotCommand,
    selectModeChanging,
    selectConnection,
    (state) => roleOf(selectOperator(state)?.role),
    selectCapabilities,
    selectExecuting,
    ({ ticket }) => ticket.unsettled,
    ({ risk }) => risk.acting,
    selectBacktestStarting,
    ({ loaded }) => loaded.config !== null,
  ],
  (
    mode,
    lifecycle,
    isRunning,
    isHalted,
    command,
    isModeChanging,
    connection,
    role,
    capabilities,
    isExecuting,
    unsettled,
    isResolving,
    isBacktestStarting,
    isConfigLoaded,
  ): Facts => ({
    ...{ mode, lifecycle, isRunning, isHalted, command, isModeChanging, connection, role, capabilities },
    ...{ isReplaying: false, isExecuting, unsettled, isResolving, isBacktestStarting, isConfigLoaded },
  }),
);
const replayed = derived([factsOfFolded], (facts): Facts => ({ ...facts, isReplaying: true }));

/** Facts of a client. The same object while none of them changes. */
export const factsOf = (state: FoldedState & { readonly replay: unknown }): Facts =>
  selectReplaying(state) ? replayed(state) : factsOfFolded(state);

const modeOf = ({ mode }: BotStatus): TradingMode | null => (mode === 'paper' || mode === 'live' ? mode : null);

/**
 * Facts of a client without a journal, from what a bot has just answered; null: not requested. The bot decides about the rest.
 */
export const factsOfAnswers = (status: BotStatus | null, health: Pick<Health, 'capabilities'> | null): Facts => ({
  mode: status && modeOf(status),
  lifecycle: status === null ? 'unknown' : lifecycleOf(status),
  isRunning: status?.is_running === true,
  isHalted: status !== null && tradingStateOf(status) === 'halted',
  command: null,
  isModeChanging: false,
  connection: 'live',
  role: null,
  capabilities: health?.capabilities ?? null,
  isReplaying: false,
  isExecuting: false,
  unsettled: [],
  isResolving: false,
  isBacktestStarting: false,
  isConfigLoaded: true,
});
