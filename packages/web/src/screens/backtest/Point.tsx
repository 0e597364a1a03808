import type { BacktestFields } from '@triquad/core/rules';
import { useEffect, useRef } from 'react';
import { useQuery } from '../../elements/use-query.ts';
import type { ChangeOf } from '../../forms/use-form.ts';
import { recordingRange } from './backtest-values.ts';
import type { BacktestForm } from './use-backtest-form.ts';

/** An order and its answer take the same way: with so much of a leg's latency for each, the third leg arrives after three of them. */
const wayShare = 3 / 5;
const mostDelayMs = 2_000;

/** Fills the form in from the address, once: the fee (percent) and latency (ms) of a leg become terms of the run. */
export const usePoint = ({ change, remove }: BacktestForm): void => {
  const { get, replace } = useQuery();
  const isDone = useRef(false);
  useEffect(() => {
    const [name, from, to, exchange] = [get('recording'), get('from'), get('to'), get('exchange')];
    const [position, fee, latency] = [get('position'), get('fee'), get('latency')];
    if (isDone.current || from === '' || to === '') return;
    isDone.current = true;
    remove('fees');
    remove('paper');
    change({
      ...{ name, ...recordingRange({ from, to }), exchanges: [exchange], enable_quadrangular: true },
      ...(position === '' ? {} : { max_position_size: position }),
      ...termsAt(exchange, fee, latency),
    });
    replace(Object.fromEntries(parameters.map((parameter) => [parameter, null])));
  }, [get, replace, change, remove]);
};

const termsAt = (exchange: string, fee: string, latency: string): ChangeOf<BacktestFields> => {
  const way = String(Math.min(mostDelayMs, Math.round(wayShare * Number(latency))));
  const delay = `paper.exchanges.${exchange}.order_delay` as const;
  return {
    ...(fee === '' ? {} : { [`fees.${exchange}.taker_pct`]: fee }),
    ...(latency === '' ? {} : { [`${delay}.median_ms`]: way, [`${delay}.p99_ms`]: way }),
  };
};

const parameters = ['recording', 'from', 'to', 'exchange', 'position', 'fee', 'latency'];
