import { Button } from '@blueprintjs/core';
import type { BacktestConfig } from '@triquad/core/contract';
import { useEffect, useRef } from 'react';
import { useQuery } from '../../components/use-query.ts';
import { number, percent } from '../../messages/format.ts';
import { recordingRange } from './backtest-values.ts';
import type { BacktestForm } from './use-backtest-form.ts';
import { useMessages } from './use-messages.ts';

/** What Research asks for besides the fields of the form: the taker fee of a leg in percent and its latency in ms, at one exchange. */
type Point = { readonly exchange: string; readonly fee: number; readonly latency: number };

const pointOf = (get: (name: string) => string): Point | null => {
  const [exchange, fee, latency] = [
    get('exchange'),
    Number(get('fee') || Number.NaN),
    Number(get('latency') || Number.NaN),
  ];
  return exchange === '' || !Number.isFinite(fee) || !Number.isFinite(latency) ? null : { exchange, fee, latency };
};

/** Fills the form in from the address, once. What the form has no field for stays in the address. */
export const usePoint = ({ change }: BacktestForm): void => {
  const { get, replace } = useQuery();
  const isDone = useRef(false);
  useEffect(() => {
    const [name, from, to, position] = [get('recording'), get('from'), get('to'), get('position')];
    if (isDone.current || from === '' || to === '') return;
    isDone.current = true;
    change({
      ...{ name, ...recordingRange({ from, to }), exchanges: [get('exchange')], enable_quadrangular: true },
      ...(position === '' ? {} : { max_position_size: position }),
    });
    replace({ recording: null, from: null, to: null, position: null });
  }, [get, replace, change]);
};

/** An order and its answer take the same way: with so much of a leg's latency for each, the third leg arrives after three of them. */
const wayShare = 3 / 5;

/** The terms of a run at the point of the address; none without one. */
export const usePointTerms = (): Pick<BacktestConfig, 'fees' | 'paper'> => {
  const point = pointOf(useQuery().get);
  if (point === null) return {};
  const way = Math.min(2_000, Math.round(wayShare * point.latency));
  return {
    fees: { [point.exchange]: { taker_pct: point.fee } },
    paper: { exchanges: { [point.exchange]: { order_delay: { median_ms: way, p99_ms: way } } } },
  };
};

/** Says which fee and latency the run will have, and takes them back. */
export function PointNote() {
  const { backtest: text } = useMessages();
  const { get, replace } = useQuery();
  const point = pointOf(get);
  if (point === null) return null;
  const { exchange, fee, latency } = point;
  const digits = (String(fee).split('.')[1] ?? '').length;
  return (
    <p className="row small">
      {text.point(exchange, percent(fee, { digits }), `${number(latency)} ms`)}
      <Button size="small" text={text.pointOff} onClick={() => replace({ exchange: null, fee: null, latency: null })} />
    </p>
  );
}
