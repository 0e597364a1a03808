import {
  type ClientState,
  isUnderWay,
  selectBacktestStarting,
  selectBacktests,
  selectOpenBacktest,
  selectOpenBacktestId,
} from '@triquad/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient, useClientState } from '../../client-context.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { useQuery } from '../../components/use-query.ts';
import { BacktestForm } from './BacktestForm.tsx';
import { BacktestList } from './BacktestList.tsx';
import { inputId } from './Fields.tsx';
import { emptyForm, type FormTexts } from './form.ts';
import { Result } from './Result.tsx';

const selectBusy = (state: ClientState): boolean => selectBacktestStarting(state) || selectOpenBacktest(state) !== null;

/** Plays the engine on recorded or simulated quotes, shows what came of it, and what came of earlier ones. */
export function Backtest() {
  const [texts, setTexts] = useState<FormTexts>(emptyForm);
  const change = useCallback((part: Partial<FormTexts>) => setTexts((known) => ({ ...known, ...part })), []);
  const reuse = useCallback((settings: FormTexts) => {
    setTexts(settings);
    document.getElementById(inputId('name'))?.focus();
  }, []);
  useAddress();
  const open = useClientState(selectBusy);
  const hasReport = useClientState((state) => {
    const shown = selectOpenBacktest(state);
    return shown?.report != null || shown?.phase === 'reporting';
  });
  return (
    <>
      <PageHead />
      <div className="backtest">
        <BacktestForm texts={texts} change={change} />
        <div>
          {open && <Result reuse={reuse} />}
          {!hasReport && <BacktestList />}
        </div>
      </div>
      {hasReport && <BacktestList />}
    </>
  );
}

/** Keeps what is shown in the address: a page that is loaded anew goes on with it, or with what was under way when it came. */
const useAddress = (): void => {
  const client = useClient();
  const { get, set } = useQuery();
  const shown = useClientState(selectOpenBacktestId);
  const listed = useClientState((state) => state.resources.backtests.loaded_at !== null);
  const underWay = useClientState((state) => selectBacktests(state).find(({ status }) => isUnderWay(status))?.id);
  const busy = useClientState(selectBusy);
  const asked = useRef(get('id'));
  const settled = useRef(false);

  useEffect(() => {
    if (settled.current) return;
    const wanted = asked.current || (busy || !listed ? undefined : underWay);
    settled.current = wanted !== undefined || busy || listed;
    if (wanted !== undefined && wanted !== selectOpenBacktestId(client.getSnapshot()))
      client.send({ type: 'OpenBacktest', backtest_id: wanted });
  }, [client, busy, listed, underWay]);

  const known = useRef<string | null>(null);
  useEffect(() => {
    if (shown === known.current) return;
    known.current = shown;
    set({ id: shown, ...(shown === null ? { with: null, trades: null } : {}) });
  }, [shown, set]);
};
