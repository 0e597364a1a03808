import { selectMinute } from '@triquad/core';
import { useClientState } from '../../client-context.tsx';
import { useQuery } from '../use-query.ts';
import { type Days, daysOf, type WindowName, windowNames } from './windows.ts';

/** A window that the address names, and its days. */
export type ChosenWindow = { readonly window: WindowName; readonly days: Days };

const isWindow = (name: string): name is WindowName => windowNames.some((one) => one === name);

/** Seven days where the address names no other window. */
export const useWindow = (): ChosenWindow => {
  const { get } = useQuery();
  const minute = useClientState(selectMinute);
  const name = get('window');
  const window = isWindow(name) ? name : '7d';
  return { window, days: daysOf(window, minute, { first: get('from'), last: get('to') }) };
};
