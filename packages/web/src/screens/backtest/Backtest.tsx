import {
  type ClientState,
  isUnderWay,
  selectBacktestStarting,
  selectBacktests,
  selectOpenBacktest,
  selectOpenBacktestId,
} from '@triquad/core';
import type { Backtest as BacktestRecord } from '@triquad/core/contract';
import { useEffect, useRef } from 'react';
import { useClient, useClientState } from '../../client-context.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { StatedSource } from '../../elements/stated-source.tsx';
import { useQuery } from '../../elements/use-query.ts';
import { BacktestForm } from './BacktestForm.tsx';
import { BacktestList } from './BacktestList.tsx';
import styles from './backtest.module.css';
import { valuesOf } from './backtest-values.ts';
import { usePoint } from './Point.tsx';
import { Result } from './Result.tsx';
import { termGroups } from './Terms.tsx';
import { useBacktestForm } from './use-backtest-form.ts';

const selectBusy = (state: ClientState): boolean => selectBacktestStarting(state) || selectOpenBacktest(state) !== null;

/** A report takes the whole screen: the form is there again when it is closed, or run again with changes. */
const selectHasReport = (state: ClientState): boolean => {
  const shown = selectOpenBacktest(state);
  return shown?.report != null || shown?.phase === 'reporting';
};

/** Runs the engine on recorded or simulated quotes, and shows the results of this run and of earlier ones. */
export function Backtest() {
  const form = useBacktestForm();
  const { change, remove, id } = form;
  usePoint(form);
  useAddress();
  const client = useClient();
  const open = useClientState(selectBusy);
  const hasReport = useClientState(selectHasReport);
  /** True once an earlier backtest has filled the form. */
  const isReused = useRef(false);
  const reuse = (config: NonNullable<BacktestRecord['config']>) => {
    for (const group of termGroups) remove(group);
    change(valuesOf(config));
    isReused.current = true;
    client.send({ type: 'CloseBacktest' });
  };
  useEffect(() => {
    if (open || !isReused.current) return;
    isReused.current = false;
    document.getElementById(id('name'))?.focus();
  }, [open, id]);
  if (hasReport)
    return (
      <>
        <PageHead />
        <Result reuse={reuse} />
        <List />
      </>
    );
  return (
    <>
      <PageHead />
      <div className={styles.screen}>
        <BacktestForm form={form} />
        <div>
          {open && <Result reuse={reuse} />}
          <List />
        </div>
      </div>
    </>
  );
}

/** Nothing above states the source of all of them: each names its own. */
function List() {
  return (
    <StatedSource source={null}>
      <BacktestList />
    </StatedSource>
  );
}

/** Keeps the shown backtest in the address: a reloaded page goes on with it, or with one that was running when it loaded. */
const useAddress = (): void => {
  const client = useClient();
  const { get, replace } = useQuery();
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
    replace({ id: shown, ...(shown === null ? { with: null, trades: null } : {}) });
  }, [shown, replace]);
};
