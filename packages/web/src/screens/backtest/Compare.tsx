import { HTMLSelect } from '@blueprintjs/core';
import { isUnderWay, selectBacktests, selectOpenBacktestId } from '@triquad/core';
import type { Backtest } from '@triquad/core/contract';
import { useClientState } from '../../client-context.tsx';
import { useQuery } from '../../components/use-query.ts';
import styles from './backtest.module.css';
import { useMessages } from './use-messages.ts';

const parameter = 'with';

/** Backtests with figures, without the one on screen. */
const useOthers = (): readonly Backtest[] => {
  const items = useClientState(selectBacktests);
  const shown = useClientState(selectOpenBacktestId);
  return items.filter(({ id, metrics, status }) => id !== shown && metrics !== null && !isUnderWay(status));
};

/** The backtest that the address names for a comparison. */
export const useCompared = (): Backtest | null => {
  const { get } = useQuery();
  return useOthers().find(({ id }) => id === get(parameter)) ?? null;
};

/** Chooses a backtest whose figures are shown below those on screen. */
export function Compare() {
  const { backtest: text } = useMessages();
  const { set } = useQuery();
  const others = useOthers();
  const chosen = useCompared();
  if (others.length === 0) return null;
  return (
    <label className={`row ${styles.compare}`} htmlFor="backtest-with">
      {text.compare}
      <HTMLSelect
        id="backtest-with"
        value={chosen?.id ?? ''}
        onChange={(event) => set({ [parameter]: event.currentTarget.value })}
        options={[
          { value: '', label: text.compareNone },
          ...others.map(({ id, config }) => ({ value: id, label: config?.name || text.unnamed })),
        ]}
      />
    </label>
  );
}
