import { readTradingConfig, storageKeys, type TradingConfig, writeTradingConfig } from '@triquad/core';
import { useCallback, useRef, useState } from 'react';
import { useStorage } from '../../app-context.tsx';
import { useClient } from '../../client-context.tsx';

export type ChangeConfig = (change: Partial<TradingConfig>) => void;

/** What the bot will be started with: as it was left in this browser, and kept there with every change. */
export const useTradingConfig = (): readonly [TradingConfig, ChangeConfig] => {
  const storage = useStorage();
  const client = useClient();
  const [config, show] = useState(() => readTradingConfig(storage.get(storageKeys.tradingConfig)));
  const latest = useRef(config);
  const change = useCallback<ChangeConfig>(
    (fields) => {
      latest.current = { ...latest.current, ...fields };
      storage.set(storageKeys.tradingConfig, writeTradingConfig(latest.current, client.getSnapshot().now));
      show(latest.current);
    },
    [storage, client],
  );
  return [config, change];
};
