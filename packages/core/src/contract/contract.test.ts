import { describe, expect, it, test } from 'vitest';
import * as z from 'zod/mini';
import { routeByArea } from './areas.ts';
import { bootstrapCall } from './bootstrap.ts';
import { StartParameters } from './bot.ts';
import { BotStatus } from './bot-status.ts';
import { NotificationPage } from './notification.ts';
import { openApi } from './openapi.ts';
import { Opportunity, type OpportunityRecord } from './opportunity.ts';
import { ExecuteOrder, GuardedExecuteOrder } from './order.ts';
import { pathOf } from './path.ts';
import { ProblemBody } from './problem.ts';
import { capability, knownCapability } from './route.ts';
import { type CallName, clientRoutes, routes } from './routes.ts';
import { readFrames } from './socket.ts';
import { Trade } from './trade.ts';

const readFrame = (wire: string) => {
  const [read] = readFrames(wire);
  if (read === undefined) throw new Error('the message holds no frame');
  return read;
};

const opportunity: OpportunityRecord = {
  provenance: { kind: 'live', exchange: 'kucoin', name: 'live', money: 'paper' },
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  type: 'TRI',
  exchange: 'kucoin',
  symbols: ['USDT', 'BTC', 'ETH', 'USDT'],
  path: ['USDT', 'BTC', 'ETH', 'USDT'],
  markets: ['BTC/USDT', 'ETH/BTC', 'ETH/USDT'],
  legs: [{ market: 'BTC/USDT', side: 'buy', price: 60_000, quantity: 0.01, fee_pct: 0.1 }],
  profit_pct: 0.8,
  profit_usd: 8,
  profit_absolute: 8,
  capital_required: 1000,
  liquidity_level: 'high',
  risk_level: 'low',
  risk: 'low',
  risk_reasons: [],
  execution_time_ms: 120,
  detected_at: '2026-01-31T12:03:44.120Z',
  expires_at: '2026-01-31T12:03:54.120Z',
  is_valid: true,
  lifetime_ms: null,
  best_tri_pct: null,
  decision: null,
};

describe('a client reads any bot', () => {
  it('reads an opportunity of the scanner and one of the trading screen alike', () => {
    const scanner = Opportunity.parse({
      id: 1,
      type: 'TRI',
      symbols: ['A', 'B', 'A'],
      profit_pct: '0.5',
      profit_usd: 2,
    });
    const trading = Opportunity.parse({ id: '1', type: 'TRI', path: 'A→B→A', profit_pct: 0.5, profit_absolute: 2 });
    const read = ({ id, symbols, path, profit_pct, profit_usd, profit_absolute }: Opportunity) => ({
      id,
      symbols,
      path,
      profit_pct,
      profit_usd,
      profit_absolute,
    });
    expect(read(scanner)).toEqual(read(trading));
  });

  it('keeps unknown fields and invents no missing ones', () => {
    const read = Opportunity.parse({ id: 'x', colour: 'red' });
    expect(read).toMatchObject({
      id: 'x',
      colour: 'red',
      profit_pct: null,
      is_valid: null,
      detected_at: null,
      risk: null,
    });
  });

  it.each([
    ['2026-01-31T12:03:44.120Z', '2026-01-31T12:03:44.120Z'],
    ['2026-01-31T12:03:44Z', '2026-01-31T12:03:44.000Z'],
    ['2026-01-31T12:03:44', '2026-01-31T12:03:44.000Z'],
    ['2026-01-31T12:03:44.120+01:00', '2026-01-31T11:03:44.120Z'],
    ['2026-01-31 12:03:44.120000', '2026-01-31T12:03:44.120Z'],
    ['2026-01-31T12:03:44.120000+00:00', '2026-01-31T12:03:44.120Z'],
    [1_769_861_024, '2026-01-31T12:03:44.000Z'],
    [1_769_861_024_120, '2026-01-31T12:03:44.120Z'],
  ])('reads the moment %j as %j', (written, read) => {
    expect(Opportunity.parse({ id: 'x', detected_at: written }).detected_at).toBe(read);
  });

  const noMoments = [
    'soon',
    '2026-13-01T00:00:00.000Z',
    '2026-02-31T00:00:00.000Z',
    '2026-02-28T24:00:00.000Z',
    1e300,
    true,
    {},
  ];
  it.each(noMoments)('takes %j for no moment', (written) => {
    expect(z.safeParse(Opportunity, { id: 'x', detected_at: written }).error?.issues).toMatchObject([
      { path: ['detected_at'], message: 'not a moment in time' },
    ]);
  });

  it('names the unreadable field and its part', () => {
    const frame = (data: unknown) => readFrame(JSON.stringify({ type: 'opportunity', data }));
    expect(frame([])).toEqual({ ok: false, path: 'data', reason: 'not an object' });
    expect(frame({})).toEqual({ ok: false, path: 'data.id', reason: 'not a text' });
    expect(frame({ id: 'x', legs: [{ price: 'dear' }] })).toEqual({
      ok: false,
      path: 'data.legs.0.price',
      reason: 'not a number',
    });
    expect(frame({ id: 'x', symbols: ['A', null] })).toEqual({
      ok: false,
      path: 'data.symbols',
      reason: 'not a list of texts',
    });
  });

  it('reads what the embedded bot writes without loss', () => {
    expect(Opportunity.parse(opportunity)).toEqual(opportunity);
  });

  it.each([
    [{ bot_status: 'running' }, true],
    [{ is_running: false }, false],
    [{}, null],
  ])('reads running from %o as %o', (body, running) => {
    expect(BotStatus.parse(body).is_running).toBe(running);
  });

  it('reads times as seconds, milliseconds and text without a zone', () => {
    const at = '2022-02-25T05:01:41.392Z';
    for (const detected_at of [1645765301.392, 1645765301392, '2022-02-25T05:01:41.392', at]) {
      expect(Opportunity.parse({ id: 'x', detected_at }).detected_at).toBe(at);
    }
  });

  it('reads bare and enveloped lists, and rejects invalid rows with a reason', () => {
    const rows = [{ id: 'a' }, { nothing: true }, { id: 'b' }];
    for (const body of [rows, { data: rows }]) {
      const read = routes['opportunities.list'].answer.parse(body);
      expect(read.rows.map((row) => row.id)).toEqual(['a', 'b']);
      expect(read.rejected.map(({ path }) => path)).toEqual(['1.id']);
    }
    expect(routes['performance.drawdown'].answer.parse({ drawdown_series: [{ timestamp: 0 }] }).rows).toHaveLength(1);
  });

  it('reads notifications enveloped or not', () => {
    const notifications = [{ id: 7, title: 'hello' }];
    for (const body of [{ data: { notifications, unread_count: 3 } }, { notifications, unread_count: 3 }]) {
      const read = NotificationPage.parse(body);
      expect([read.notifications.rows[0]?.title, read.unread_count]).toEqual(['hello', 3]);
    }
  });

  it('requires the id of a trade, under either name', () => {
    expect(Trade.parse({ execution_id: 'e', profit: 1 }).id).toBe('e');
    expect(Trade.safeParse({ profit: 1 }).success).toBe(false);
  });
});

describe('extensions of later bots', () => {
  const outcome = { outcome: 'rejected', profit: null, code: 'below_threshold', params: { threshold_pct: 0.5 } };

  it('are read if they are sent', () => {
    const extended = { ...opportunity, dislocation_id: 'd', alternatives: 3, outcome, break_even_fee_pct: '0.12' };
    expect(Opportunity.parse(extended)).toEqual({ ...extended, break_even_fee_pct: 0.12 });
    const venue = {
      name: 'kraken',
      state: 'live',
      since: null,
      last_message_at: opportunity.detected_at,
      reason: null,
    };
    expect(BotStatus.parse({ trading_state: 'halted', trading_code: 'kill', venues: [venue], at: 0 })).toMatchObject({
      trading_state: 'halted',
      trading_code: 'kill',
      venues: [venue],
      at: '1970-01-01T00:00:00.000Z',
    });
  });

  it('are omitted if unreadable, and the record is kept', () => {
    const read = Opportunity.parse({ ...opportunity, alternatives: 'many', outcome: 7, book_age_ms: null });
    expect(read).toEqual(opportunity);
    expect(BotStatus.parse({ mode: 'paper', venues: [{}], config: 3 })).toMatchObject({ mode: 'paper' });
  });

  it('keeps the values of a code that a text can show', () => {
    const read = readFrame(
      JSON.stringify({ type: 'log', data: { id: 'l', code: 'c', params: { a: 1, b: 'x', c: [1], d: null, e: {} } } }),
    );
    expect(read).toMatchObject({ ok: true, frame: { data: { code: 'c', params: { a: 1, b: 'x', d: null } } } });
  });

  it('reads the new preview from a refused execution', () => {
    const read = ProblemBody.parse({ code: 'below_floor', params: { min_profit_pct: 0.5 }, preview: { amount: 10 } });
    expect(read).toMatchObject({ code: 'below_floor', params: { min_profit_pct: 0.5 }, preview: { amount: 10 } });
  });

  it('sends a guard only where the bot of the table would read it', () => {
    const guarded = { opportunity_id: 'x', expected_profit: 1, min_profit_pct: 0.4 };
    expect(GuardedExecuteOrder.parse(guarded)).toEqual({ ...guarded, dry_run: false });
    expect(ExecuteOrder.safeParse(guarded).success).toBe(false);
  });

  it('lets a bootstrap hold nothing but reads without parameters that every reader may make', () => {
    const held = bootstrapCall.options.map((name) => routes[name]);
    expect(held.map(({ method, role }) => `${method} ${role}`)).toEqual(held.map(() => 'GET viewer'));
    expect(held.filter(({ path }) => path.includes('{'))).toEqual([]);
    const read = clientRoutes.bootstrap.answer.parse({ data: { answers: { risk: 'none' }, at: 0, more: 1 } });
    expect(read).toMatchObject({ answers: { risk: 'none' }, at: '1970-01-01T00:00:00.000Z' });
    expect(clientRoutes.bootstrap.answer.parse({})).toMatchObject({ answers: {} });
  });

  it('marks each call that the embedded bot does not serve with a capability it does not announce', () => {
    const extra = Object.entries(clientRoutes).filter(([name]) => !Object.hasOwn(routes, name));
    const announced: readonly string[] = capability.options;
    expect(extra.filter(([, { extension }]) => extension === null || announced.includes(extension))).toEqual([]);
    expect(extra.length).toBeGreaterThan(0);
    expect(knownCapability.options).toEqual(expect.arrayContaining([...capability.options]));
  });
});

describe('frames', () => {
  it('reads a data frame', () => {
    const read = readFrame(
      JSON.stringify({ type: 'opportunity', data: opportunity, seq: 4, at: opportunity.detected_at }),
    );
    expect(read).toEqual({
      ok: true,
      frame: { type: 'opportunity', data: opportunity, seq: 4, at: opportunity.detected_at },
    });
  });

  it('reads a notification flat or under data', () => {
    const fields = { id: 'n', title: 'stop loss', timestamp: 0 };
    const titles = [
      { type: 'notification', ...fields },
      { type: 'notification', data: fields },
    ].map((raw) => {
      const read = readFrame(JSON.stringify(raw));
      return read.ok && read.frame.type === 'notification' ? read.frame.data.title : read;
    });
    expect(titles).toEqual(['stop loss', 'stop loss']);
  });

  it.each([
    ['{', { ok: false, path: 'type', reason: 'not JSON' }],
    ['[3]', { ok: false, path: 'type', reason: 'not an object with a type' }],
    ['{"type":"constructor"}', { ok: true, frame: { type: 'unknown', name: 'constructor' } }],
  ])('survives %s', (wire, read) => {
    expect(readFrame(wire)).toEqual(read);
  });

  it('reads a batch in its order; one unreadable frame spoils no other', () => {
    const wire = '[{"type":"pong"},{"type":"log","data":{"message":"x"}},[],{"type":"odd"}]';
    expect(readFrames(wire)).toMatchObject([
      { ok: true, frame: { type: 'pong' } },
      { ok: false, path: 'data.id' },
      { ok: false, path: 'type' },
      { ok: true, frame: { type: 'unknown', name: 'odd' } },
    ]);
    expect(readFrames('[]')).toEqual([]);
  });

  it('names the field of a frame that does not fit', () => {
    expect(readFrame('{"type":"log","data":{"message":"x"}}')).toMatchObject({ ok: false, path: 'data.id' });
  });
});

describe('bodies', () => {
  it('refuses a start parameter it does not know, naming it', () => {
    const read = StartParameters.safeParse({ min_profit_treshold: 1 });
    expect(read.error?.issues[0]).toMatchObject({ code: 'unrecognized_keys', keys: ['min_profit_treshold'] });
  });

  it('fills defaults', () => {
    expect(ExecuteOrder.parse({ opportunity_id: 'x' })).toEqual({ opportunity_id: 'x', dry_run: false });
  });
});

describe('the endpoint table', () => {
  it('has each method and path once', () => {
    const calls = Object.values(routes).map(({ method, path }) => `${method} ${path}`);
    expect(new Set(calls).size).toBe(calls.length);
  });

  it('escapes path parameters', () => {
    expect(pathOf('/config/{id}/activate', { id: 'a/../b' })).toBe('/config/a%2F..%2Fb/activate');
    expect(() => pathOf('/config/{id}', {})).toThrow('no value for {id}');
  });

  it('is described completely as OpenAPI', () => {
    const { paths } = openApi('1.2.3', '/api/v1') as { paths: Record<string, Record<string, unknown>> };
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(
      Object.values(routes)
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    );
  });

  it('has valid references, declared path parameters, and the required bodies', () => {
    const document = openApi('1.2.3', '/api/v1');
    const at = (pointer: string) =>
      pointer
        .slice(2)
        .split('/')
        .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], document);
    const missing = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)]
      .map(([, pointer = '']) => pointer)
      .filter((pointer) => !pointer.startsWith('#/') || at(pointer) === undefined);
    expect(missing).toEqual([]);
    type Parameter = { name?: string; in?: string; required?: boolean };
    type Operation = { operationId: string; parameters: Parameter[]; requestBody?: { required: boolean } };
    const paths = document.paths as Record<string, Record<string, Operation>>;
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, ...operation })),
    );
    for (const { path, parameters } of operations) {
      const named = parameters.filter((one) => one.in === 'path' && one.required).map(({ name }) => `{${name}}`);
      expect(named).toEqual(path.match(/\{\w+\}/g) ?? []);
    }
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    const needed = operations.flatMap(({ operationId, parameters, requestBody }) => [
      ...parameters.filter((one) => one.in === 'query' && one.required).map(({ name }) => `${operationId} ${name}`),
      ...(requestBody?.required === false ? [`${operationId} without a body`] : []),
    ]);
    expect(needed.sort()).toEqual([
      'bootstrap calls',
      'bot.kill without a body',
      'bot.restart without a body',
      'bot.start without a body',
      'bot.stop without a body',
      'exchanges.pairs exchange',
      'research.whatif recording',
      'system.backup without a body',
    ]);
  });
});

test('a program that makes one call finds each call in its own file', async () => {
  for (const name of Object.keys(clientRoutes) as CallName[])
    for (const [field, value] of Object.entries(await routeByArea(name)))
      expect(Object(clientRoutes[name])[field], `${field} of ${name}`).toBe(value);
});
