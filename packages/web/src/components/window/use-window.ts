import { selectMinute } from '@triquad/core';
import { useClientState } from '../../client-context.tsx';
import { useQuery } from '../../elements/use-query.ts';
import { type Days, daysOf, type WindowName, windowNames } from './windows.ts';

/** The window in the address, and its days; `usual`: the window of an address without one. */
export type ChosenWindow = { readonly window: WindowName; readonly days: Days; readonly usual: WindowName };

const isWindow = (name: string): name is WindowName => windowNames.some((one) => one === name);

/** The usual window where the address names no other one. */
export const useWindow = (usual: WindowName = '7d'): ChosenWindow => {
  const { get } = useQuery();
  const minute = useClientState(selectMinute);
  const name = get('window');
  const window = isWindow(name) ? name : usual;
  return { usual, window, days: daysOf(window, minute, { first: get('from'), last: get('to') }) };
};
