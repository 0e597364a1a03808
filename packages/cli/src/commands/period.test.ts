import { expect, test } from 'vitest';
import { type Bot, triquad } from '../run-against.ts';

const at = (hour: number) => `2026-11-22T${hour}:00:00.000Z`;
/** Three of each kind, newest first, an hour apart; the fields of every list. */
const rows = [12, 11, 10].map((hour) => ({
  id: String(hour),
  seq: hour,
  type: 'TRI',
  opportunity_type: 'TRI',
  exchange: 'okx',
  symbol: 'BTC/USDT',
  symbols: ['USDT', 'BTC', 'ETH', 'USDT'],
  status: 'filled',
  read: false,
  decision: 'skipped',
  reason: 'cooldown',
  actor: 'ana',
  action: 'bot.start',
  outcome: 'ok',
  target: null,
  request_id: null,
  profit_pct: 0.5,
  detail: 'left alone',
  opportunity_id: null,
  level: 'info',
  ...Object.fromEntries(
    ['at', 'timestamp', 'detected_at', 'created_at', 'entry_time'].map((field) => [field, at(hour)]),
  ),
}));
const bot: Bot = ({ path }) => ({
  status: 200,
  body: path.includes('/notifications')
    ? { notifications: rows, unread_count: 3 }
    : { data: path.includes('/opportunities') ? rows.map(({ decision, ...row }) => row) : rows },
});

/** A bot that filters nothing itself: what is not wanted goes before the limit counts. */
test.each(['logs', 'opportunities', 'orders', 'orders --history', 'trades', 'decisions', 'notifications', 'audit'])(
  '%s of a stretch of time, before the limit',
  async (command) => {
    const ids = async (more: string) => {
      const { code, out, err } = await triquad(`${command} --json ${more}`, bot);
      expect({ code, err: err.replace(/unread: \d+\n/, '') }).toEqual({ code: 0, err: '' });
      return JSON.parse(out).map(({ id, seq }: { id?: string; seq: number }) => id ?? String(seq));
    };
    expect((await ids(`--since ${at(11)}`)).toSorted()).toEqual(['11', '12']);
    expect(await ids(`--until ${at(11)}`)).toEqual(['10']);
    expect(await ids(`--since ${at(10)} --until ${at(12)} --limit 1`)).toEqual(['11']);
    expect((await ids('--since 2026-11-22T11:00 --until 2026-11-22T13:00+01:00')).toSorted()).toEqual(['11']);
    expect(await ids('--since 2026-11-23')).toEqual([]);
    expect((await triquad(`${command} --since yesterday`, bot)).code).toBe(2);
    expect((await triquad(`${command} --since ${at(11)} --until ${at(11)}`, bot)).err).toMatch(
      /--until must be after --since/,
    );
  },
);

test('the figures of a stretch of time, also by the names of earlier versions', async () => {
  const figures: Bot = () => ({ status: 200, body: { total_pnl: 1 } });
  const asked = async (line: string) => (await triquad(line, figures)).calls[0]?.path;
  const now = await asked('performance --since 2026-01-01 --until 2026-02-01');
  expect(now).toContain('from=2026-01-01T00%3A00%3A00.000Z&to=2026-02-01T00%3A00%3A00.000Z');
  expect(await asked('performance --from 2026-01-01 --to 2026-02-01')).toBe(now);
});
