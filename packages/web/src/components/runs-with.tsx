import { type ClientState, selectBotStatus, selectRestartDue, selectThreshold } from '@triquad/core';
import { useClientState, useWatch } from '../client-context.tsx';
import { dollars, percent } from '../messages/format.ts';
import type { Messages } from '../messages/use-frame.ts';
import { useMessages } from '../messages/use-frame.ts';

/** A threshold in percent with all its decimals, at least two: it is never shown rounded. */
export const thresholdText = (value: number): string => {
  const decimals = String(value).split('.')[1]?.length ?? 0;
  return percent(value, { digits: Math.min(Math.max(decimals, 2), 20) });
};

/** One sentence with the exchanges, pairs, threshold and capital the bot runs with, as far as it says. */
const runsWith =
  ({ runsWith: sentence, pairCount }: Messages['runs']) =>
  (state: ClientState): string => {
    const status = selectBotStatus(state);
    if (status === null) return '';
    const { enabled_exchanges, trading_pairs_count, min_profit_threshold, max_capital_per_route } = status;
    if (trading_pairs_count === null || min_profit_threshold === null || max_capital_per_route === null) return '';
    const capital = dollars(max_capital_per_route);
    return sentence(
      enabled_exchanges.join(', '),
      pairCount(trading_pairs_count),
      thresholdText(min_profit_threshold),
      capital,
    );
  };

/** The values that a restart changes, because the saved ones differ from those the bot runs with; empty if none do. */
const restartApplies =
  ({ restartApplies: sentence }: Messages['runs']) =>
  (state: ClientState): string => {
    const { saved } = selectThreshold(state);
    const capital = state.loaded.config?.max_capital_per_route ?? null;
    if (!selectRestartDue(state) || saved === null || capital === null) return '';
    return sentence(thresholdText(saved), dollars(capital));
  };

/** Warns that the saved configuration differs from the running one. */
export function ConfigVersions({ className = 'small' }: { className?: string }) {
  const { runs } = useMessages();
  const text = useClientState((state) => {
    const { running = null, saved = null } = selectBotStatus(state)?.config ?? {};
    return running === null || saved === null || running === saved ? '' : runs.versions(running, saved);
  });
  return text === '' ? null : <span className={`caution ${className}`}>{text}</span>;
}

/** Running configuration, and the changes that a restart would bring; the same words at each start and restart. */
export function RunsWith({ className = 'muted small' }: { className?: string }) {
  const { runs } = useMessages();
  useWatch('config');
  const running = useClientState(runsWith(runs));
  const restart = useClientState(restartApplies(runs));
  return (
    <span className={className}>
      {running} <ConfigVersions className="" /> {restart !== '' && <strong>{restart}</strong>}
    </span>
  );
}
