import { type ClientState, selectBotNow, selectCan, storageKeys } from '@triquad/core';
import { readTradingConfig, TradingConfig, tradingDraft, writeTradingConfig } from '@triquad/core/rules';
import { useEffect, useRef, useState } from 'react';
import { useStorage } from '../../app-context.tsx';
import { useClient, useClientState, useWatch } from '../../client-context.tsx';
import type { Edits } from '../../forms/edits.ts';
import { type Form, useForm } from '../../forms/use-form.ts';
import { selectLocked } from './selectors.ts';
import { useMessages } from './use-messages.ts';

export type TradingForm = Form<TradingConfig>;

const keepsConfig = selectCan('config.write');
const selectSaved = (state: ClientState) => (keepsConfig(state) ? state.loaded.config : null);

/** The form that starts the bot. It is kept in the browser with every change, as far as it can be read. */
export const useTradingForm = (): TradingForm => {
  const { control } = useMessages();
  const storage = useStorage();
  const [stored] = useState(() => readTradingConfig(storage.get(storageKeys.tradingConfig)));
  const [edits, setEdits] = useState<Edits>({});
  useWatch('config');
  const first = tradingDraft(stored, useClientState(selectSaved));
  const form = useForm(TradingConfig, {
    name: 'trading',
    saved: first,
    edits: [edits, setEdits],
    disabled: useClientState(selectLocked),
    texts: { selectedExchanges: { missing: control.needsExchange } },
    isEager: true,
  });
  const shown = { ...first, ...form.valid, selectedExchanges: [...form.list('selectedExchanges')] };
  useKept(Object.keys(edits).length > 0 ? shown : null);
  return form;
};

/** Stores each new configuration; null while the operator has changed nothing. */
const useKept = (config: TradingConfig | null): void => {
  const storage = useStorage();
  const client = useClient();
  const last = useRef('');
  useEffect(() => {
    const text = JSON.stringify(config);
    if (config === null || text === last.current) return;
    last.current = text;
    storage.set(storageKeys.tradingConfig, writeTradingConfig(config, selectBotNow(client.getSnapshot())));
  }, [config, storage, client]);
};
