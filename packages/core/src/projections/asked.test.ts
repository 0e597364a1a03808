import { expect, test } from 'vitest';
import { problem } from '../gateway/problem.ts';
import type { Message } from '../journal/journal.ts';
import { given } from '../testing/given.ts';
import { order } from '../testing/records.ts';
import { backup } from './backup.ts';
import { deposits } from './deposits.ts';
import { orders } from './orders.ts';
import { selectLatestWork, settings } from './settings.ts';

const account = { exchange: 'okx', asset: 'BTC' };
const ask: Message = { type: 'LoadDeposit', ...account };
const deposit = { ...account, address: 'bc1qxy', network: 'Bitcoin' };
const loaded: Message = { type: 'DepositLoaded', ...account, deposit };

test('a deposit address is shown as long as it must be of the same account', () => {
  expect(given(deposits, ask)).toEqual([{ ...account, address: null, problem: null }]);
  expect(given(deposits, ask, loaded)).toEqual([{ ...account, address: deposit, problem: null }]);
  const refused = problem('conflict');
  expect(given(deposits, ask, loaded, ask, { type: 'DepositFailed', ...account, problem: refused })).toEqual([
    { ...account, address: null, problem: refused },
  ]);
  const others: Message[] = [
    { type: 'Connected' },
    { type: 'ExchangeDeleted', name: 'okx' },
    { type: 'ModeChanged', mode: 'live' },
    { type: 'SignedOut', reason: 'logout' },
  ];
  for (const other of others) expect([other.type, given(deposits, ask, loaded, other)]).toEqual([other.type, []]);
});

test('an order by hand is pending until it is answered; why it failed stays until the next one of its market', () => {
  const market = { exchange: 'okx', symbol: 'BTC/USDT' };
  const began: Message = { type: 'OrderPlaceBegan', ...market };
  const lost: Message = { type: 'OrderPlaceFailed', ...market, problem: problem('network') };
  const placed: Message = { type: 'OrderPlaced', ...market, order: order('a', 1) };
  expect(given(orders, began).placing).toEqual([{ ...market, problem: null }]);
  expect(given(orders, began, lost).placing).toEqual([{ ...market, problem: problem('network') }]);
  expect(given(orders, began, lost, began).placing).toEqual([{ ...market, problem: null }]);
  expect(given(orders, began, lost, began, placed)).toMatchObject({ items: [{ id: 'a' }], placing: [] });
});

test('a backup is running, then made or failed', () => {
  const press: Message = { type: 'BackUp', keys: true, at: 0, key: 'k' };
  const made = { folder: '/srv/b', created_at: '2026-01-31T12:00:00.000Z', files: [] };
  expect(given(backup, press)).toEqual({ running: true, made: null, problem: null });
  expect(given(backup, press, { type: 'BackedUp', backup: made })).toEqual({ running: false, made, problem: null });
  const failed: Message = { type: 'BackUpFailed', problem: problem('timeout') };
  expect(given(backup, press, failed, press)).toEqual({ running: true, made: null, problem: null });
});

test('the latest change to a list is found by its moment, whichever entry it is of', () => {
  const done = (name: string): Message => ({ type: 'SettingChanged', setting: 'user', name, action: 'save' });
  const state = given(settings, done('ana'), done('bob'), {
    type: 'SettingFailed',
    ...{ setting: 'user', name: 'ana', action: 'delete', problem: problem('conflict') },
  });
  expect(selectLatestWork('user')({ settings: state })).toMatchObject({ action: 'delete', phase: 'failed', seq: 3 });
  expect(selectLatestWork('session')({ settings: state })).toBeNull();
});
