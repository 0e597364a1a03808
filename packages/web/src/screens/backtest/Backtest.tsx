import { isUnderWay } from '@triquad/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient, useClientState } from '../../client-context.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { useQuery } from '../../components/use-query.ts';
import { useMessages } from '../../messages/messages.tsx';
import { BacktestForm } from './BacktestForm.tsx';
import { BacktestList } from './BacktestList.tsx';
import { emptyForm, type FormTexts } from './form.ts';
import { Result } from './Result.tsx';
import { selectItems, selectShownId } from './selectors.ts';

/** Plays the engine on recorded or simulated quotes, shows what came of it, and what came of earlier ones. */
export function Backtest() {
  const { backtest: text } = useMessages();
  const [texts, setTexts] = useState<FormTexts>(emptyForm);
  const change = useCallback((part: Partial<FormTexts>) => setTexts((known) => ({ ...known, ...part })), []);
  const starting = useClientState((state) => state.backtests.starting);
  const open = useAddress() !== null || starting;
  return (
    <>
      <PageHead title={text.title} />
      <div className="backtest">
        <BacktestForm texts={texts} change={change} />
        <div>{open ? <Result reuse={setTexts} /> : <BacktestList />}</div>
      </div>
      {open && <BacktestList />}
    </>
  );
}

/** Keeps what is shown in the address: a page that is loaded anew goes on with it, or with what still runs. Says what is shown. */
const useAddress = (): string | null => {
  const client = useClient();
  const { get, set } = useQuery();
  const shown = useClientState(selectShownId);
  const underWay = useClientState((state) => selectItems(state).find(({ status }) => isUnderWay(status))?.id ?? null);
  const asked = useRef(get('id'));
  const settled = useRef(false);

  useEffect(() => {
    if (settled.current) return;
    const wanted = asked.current || (shown === null ? underWay : null);
    if (wanted === null) return;
    settled.current = true;
    if (wanted !== shown) client.send({ type: 'OpenBacktest', backtest_id: wanted });
  }, [client, shown, underWay]);

  const known = useRef<string | null>(null);
  useEffect(() => {
    if (shown === known.current) return;
    if (shown !== null) settled.current = true;
    known.current = shown;
    set({ id: shown, ...(shown === null ? { with: null, trades: null } : {}) });
  }, [shown, set]);
  return shown;
};
