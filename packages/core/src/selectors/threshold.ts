import type { FoldedState } from '../projections/state.ts';
import { selectBotStatus, selectRunning } from './bot.ts';
import { selectCan } from './session.ts';

/** The least profit in percent of an execution, where it is set; null where that is unknown or does not apply. */
export type Threshold = {
  /** Threshold of the running bot; null while it is stopped. */
  readonly running: number | null;
  /** Threshold of a start or restart without parameters; null for a bot that keeps no configuration. */
  readonly saved: number | null;
};

const keepsConfig = selectCan('config.write');

const selectRunningThreshold = (state: FoldedState): number | null =>
  selectRunning(state) === true ? (selectBotStatus(state)?.min_profit_threshold ?? null) : null;

const selectSavedThreshold = (state: FoldedState): number | null =>
  keepsConfig(state) ? (state.loaded.config?.min_profit_threshold ?? null) : null;

/** Both of them; a new object with each call, so select the parts where identity matters. */
export const selectThreshold = (state: FoldedState): Threshold => ({
  running: selectRunningThreshold(state),
  saved: selectSavedThreshold(state),
});

/** True if the running threshold or capital per route differs from the saved one: a restart applies the saved values. */
export const selectRestartDue = (state: FoldedState): boolean => {
  const status = selectBotStatus(state);
  const { config } = state.loaded;
  if (selectRunning(state) !== true || status === null || config === null || !keepsConfig(state)) return false;
  return (['min_profit_threshold', 'max_capital_per_route'] as const).some(
    (field) => status[field] !== null && config[field] !== null && status[field] !== config[field],
  );
};
