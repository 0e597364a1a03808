import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Host } from '../host.ts';
import { asked, type Bot, triquad } from '../run-against.ts';

const active = {
  id: 'a',
  name: 'Default',
  enabled_exchanges: ['kraken'],
  trading_pairs: [],
  min_profit_threshold: 0.5,
  auto_execute: true,
  risk: { assets: { BTC: { max_position: 1000, max_daily_volume: 5000 } }, stop_loss_pct: 10 },
  is_active: true,
  version: 3,
};
const night = { ...active, id: 'b', name: 'night', is_active: false, version: 1 };

/** A bot with two configurations that takes every change. */
const bot: Bot = ({ method, path, body }) => {
  if (method === 'DELETE') return { status: 200, body: null };
  if (method !== 'GET') return { status: 200, body: { ...active, ...(body as object), version: 4 } };
  return { status: 200, body: path.startsWith('/api/v1/config/all') ? { data: [active, night] } : active };
};
/** Mutating calls that were sent. */
const sent = async (line: string) => {
  const { code, err, calls } = await triquad(line, bot);
  return { code, err, sent: asked(calls).filter(({ method }) => method !== 'GET') };
};

test('the active one is shown field by field, with the fields within fields', async () => {
  const { out } = await triquad('config', bot);
  expect(out.trimEnd().split('\n').toSorted()).toEqual([
    'auto_execute                      true',
    'enabled_exchanges                 kraken',
    'id                                a',
    'is_active                         true',
    'min_profit_threshold              0.5',
    'name                              Default',
    'risk.assets.BTC.max_daily_volume  5000',
    'risk.assets.BTC.max_position      1000',
    'risk.stop_loss_pct                10',
    'trading_pairs                     all',
    'version                           3',
  ]);
  expect(JSON.parse((await triquad('config show --of night --json', bot)).out)).toEqual(night);
});

test.each([
  ['config set min_profit_threshold=0.3 auto_execute=false', true, 'min_profit_threshold applies'],
  ['config set min_profit_threshold=0.3 enabled_exchanges=okx', true, 'min_profit_threshold, enabled_exchanges apply'],
  ['config set auto_execute=false', true, null],
  ['config set min_profit_threshold=0.3', false, null],
  ['config set min_profit_threshold=0.3 --of night', true, null],
])('"%s" of a bot that runs (%s) says what waits for the next start', async (line, is_running, waits) => {
  const { err } = await triquad(line, (call) =>
    call.path.endsWith('/bot/status') ? { status: 200, body: { is_running } } : bot(call),
  );
  expect(err).toBe(waits === null ? '' : `the bot runs: ${waits} from the next start ("triquad restart")\n`);
});

test('a removal is asked about, and is a document for scripts', async () => {
  expect(await triquad('config remove night', bot)).toMatchObject({
    code: 2,
    err: 'triquad: The configuration night is to be deleted. Confirm it with --yes\n',
  });
  const { out } = await triquad('config remove night --yes --json', bot);
  expect(JSON.parse(out)).toEqual({ id: 'b', name: 'night', removed: true });
});

test('fields are set by their kind, with the version that was read; the rest is not sent', async () => {
  const line = 'config set min_profit_threshold=0.3 enabled_exchanges=okx,kucoin auto_execute=false';
  expect(await sent(line)).toEqual({
    code: 0,
    err: '',
    sent: [
      {
        method: 'PUT',
        path: '/api/v1/config/a',
        body: { min_profit_threshold: 0.3, enabled_exchanges: ['okx', 'kucoin'], auto_execute: false, version: 3 },
      },
    ],
  });
});

test('a nested field is sent with the fields beside it', async () => {
  const { sent: calls } = await sent('config set risk.stop_loss_pct=5 risk.assets.BTC.max_position=1 --of night');
  const risk = { assets: { BTC: { max_position: 1, max_daily_volume: 5000 } }, stop_loss_pct: 5 };
  expect(calls).toEqual([{ method: 'PUT', path: '/api/v1/config/b', body: { risk, version: 1 } }]);
});

test('the bounds are shown and set of a bot that has them, and refused of another', async () => {
  const risk = { ...active.risk, max_unwind_loss_pct: 1, max_profit_pct: 3 };
  const bounded: Bot = (call) => (call.method === 'GET' ? { status: 200, body: { ...active, risk } } : bot(call));
  expect((await triquad('config', bounded)).out).toMatch(/^risk\.max_unwind_loss_pct +1\nrisk\.max_profit_pct +3$/m);
  const { calls } = await triquad('config set risk.max_unwind_loss_pct=0.5', bounded);
  expect(asked(calls).filter(({ method }) => method === 'PUT')).toMatchObject([
    { body: { risk: { ...risk, max_unwind_loss_pct: 0.5 }, version: 3 } },
  ]);
  expect(await sent('config set risk.max_unwind_loss_pct=0.5')).toMatchObject({
    code: 2,
    err: expect.stringContaining('there is no field risk.max_unwind_loss_pct'),
    sent: [],
  });
});

test('types are left to the operator by exchange, taken back by none, and shown, of a bot that knows it', async () => {
  const by_hand = { okx: ['QUAD'] };
  const left = { ...active, by_hand };
  const dividing =
    (config: object, ...capabilities: string[]): Bot =>
    (call) => {
      if (call.path.endsWith('/health')) return { status: 200, body: { status: 'ok', capabilities } };
      return call.method === 'GET' && !call.path.includes('/all') ? { status: 200, body: config } : bot(call);
    };
  const after = async (line: string, config: object) => {
    const { calls } = await triquad(`config set ${line}`, dividing(config, 'config.by_hand'));
    return asked(calls).flatMap(({ method, body }) => (method === 'PUT' ? [body] : []));
  };
  expect(await after('by_hand.kraken=tri,QUAD', active)).toEqual([
    { by_hand: { kraken: ['TRI', 'QUAD'] }, version: 3 },
  ]);
  expect(await after('by_hand.kraken=TRI by_hand.okx=', left)).toEqual([{ by_hand: { kraken: ['TRI'] }, version: 3 }]);
  expect((await triquad('config', dividing(left))).out).toMatch(/^by_hand\.okx +QUAD$/m);
  const rows = JSON.parse((await triquad('config diff night --json', dividing(left))).out);
  expect(rows).toContainEqual({ field: 'by_hand.okx', now: ['QUAD'], new: null });
  for (const line of ['set by_hand.kraken=TRI', 'create day by_hand.kraken=TRI']) {
    const { code, err, calls } = await triquad(`config ${line}`, dividing(active));
    expect({ code, err, sent: asked(calls).filter(({ method }) => method !== 'GET') }).toEqual({
      code: 1,
      err: 'triquad: this bot leaves nothing to you by exchange and type: auto_execute=false leaves all\n',
      sent: [],
    });
  }
});

test('limits of an asset are added, changed and taken away', async () => {
  const assetsAfter = async (line: string) => {
    const { sent: calls } = await sent(`config limit ${line}`);
    return (calls[0]?.body as { risk: typeof active.risk } | undefined)?.risk;
  };
  const { BTC } = active.risk.assets;
  const SOL = { max_position: 500, max_daily_volume: 0 };
  expect(await assetsAfter('sol --position 500 --volume 0')).toEqual({ ...active.risk, assets: { BTC, SOL } });
  expect(await assetsAfter('BTC --volume 7')).toEqual({
    ...active.risk,
    assets: { BTC: { ...BTC, max_daily_volume: 7 } },
  });
  expect(await assetsAfter('BTC --none')).toEqual({ ...active.risk, assets: {} });
});

test('a new one is a copy with another name; one is activated and deleted by its name', async () => {
  const { id, is_active, version, ...fields } = active;
  expect((await sent('config create day min_profit_threshold=1')).sent).toEqual([
    { method: 'POST', path: '/api/v1/config/', body: { ...fields, min_profit_threshold: 1, name: 'day' } },
  ]);
  expect((await sent('config activate night --yes')).sent).toMatchObject([{ path: '/api/v1/config/b/activate' }]);
  expect((await sent('config remove night --yes')).sent).toMatchObject([
    { method: 'DELETE', path: '/api/v1/config/b' },
  ]);
});

test.each([
  ['set nothing=1', 2, 'there is no field nothing; "triquad config" shows them all'],
  ['set min_profit_threshold', 2, '"min_profit_threshold" is not field=value; "triquad config" shows them all'],
  ['set min_profit_threshold=much', 2, 'min_profit_threshold must be a number, not "much"'],
  ['set min_profit_threshold=', 2, 'min_profit_threshold must be a number, not ""'],
  ['set auto_execute=maybe', 2, 'auto_execute must be true or false, not "maybe"'],
  ['set version=9', 2, 'there is no field version; "triquad config" shows them all'],
  ['limit SOL --position 5', 2, 'SOL has no limit yet: give both --position and --volume'],
  ['limit BTC', 2, 'give --position, --volume, or --none'],
  ['activate day', 1, 'there is no configuration day; "triquad config list" shows them'],
])('config %s changes nothing and says why', async (line, code, message) => {
  expect(await sent(`config ${line}`)).toEqual({ code, err: `triquad: ${message}\n`, sent: [] });
});

test('a refusal names the field once, and the command as it was typed', async () => {
  const refusal = { detail: 'name: too long', errors: [{ path: 'name', message: 'too long' }] };
  const refusing: Bot = (call) => (call.method === 'GET' ? bot(call) : { status: 422, body: refusal });
  expect((await triquad('config set name=x', refusing)).err).toBe('triquad: config set failed: name: too long\n');
});

const document = (fields: object) => {
  const file = join(mkdtempSync(join(tmpdir(), 'triquad-config-test-')), 'config.json');
  writeFileSync(file, JSON.stringify(fields));
  return file;
};

describe('a configuration as a document', () => {
  /** Keeps what it is sent. */
  const keeping = (first: object = active) => {
    const kept: Record<string, object> = { a: first, b: night };
    const answer: Bot = ({ method, path, body }) => {
      const id = path.split('/').at(-1) ?? '';
      if (method === 'PUT') kept[id] = { ...kept[id], ...(body as object) };
      if (method === 'POST') kept[(body as { name: string }).name] = { ...(body as object), id: 'new' };
      if (path.endsWith('/bot/status')) return { status: 200, body: { is_running: false } };
      return { status: 200, body: path.includes('/config/all') ? { data: Object.values(kept) } : kept.a };
    };
    return answer;
  };
  const changesOf = (calls: Parameters<typeof asked>[0]) => asked(calls).filter(({ method }) => method !== 'GET');

  test('what is exported changes nothing when it is applied; applied twice, a change is sent once', async () => {
    const one = keeping();
    const exported = JSON.parse((await triquad('config export', one)).out);
    const same = await triquad(`config apply ${document(exported)}`, one);
    expect({ code: same.code, err: same.err, sent: changesOf(same.calls) }).toEqual({
      code: 0,
      err: 'nothing to change\n',
      sent: [],
    });
    const file = document({ ...exported, risk: { ...exported.risk, stop_loss_pct: 3 } });
    const dry = await triquad(`config apply ${file} --dry-run --json`, one);
    const changes = [{ field: 'risk.stop_loss_pct', now: 10, new: 3 }];
    expect({ document: JSON.parse(dry.out), sent: changesOf(dry.calls) }).toEqual({
      document: { name: 'Default', created: false, dry_run: true, changes },
      sent: [],
    });
    expect(changesOf((await triquad(`config apply ${file}`, one)).calls)).toEqual([
      { method: 'PUT', path: '/api/v1/config/a', body: { risk: { ...active.risk, stop_loss_pct: 3 }, version: 3 } },
    ]);
    expect(changesOf((await triquad(`config apply ${file}`, one)).calls)).toEqual([]);
  });

  test('the bounds that the document of an earlier version leaves out are the usual ones, where the bot has them', async () => {
    const bounds = { max_unwind_loss_pct: 1, max_profit_pct: 3 };
    const set = { ...bounds, max_unwind_loss_pct: 0.5 };
    const given = document({ risk: active.risk });
    const usual = await triquad(`config apply ${given}`, keeping({ ...active, risk: { ...active.risk, ...bounds } }));
    expect([usual.err, changesOf(usual.calls)]).toEqual(['nothing to change\n', []]);
    const one = keeping({ ...active, risk: { ...active.risk, ...set } });
    expect(changesOf((await triquad(`config apply ${given}`, one)).calls)).toMatchObject([
      { body: { risk: { ...active.risk, ...bounds }, version: 3 } },
    ]);
    expect(changesOf((await triquad(`config apply ${given}`, one)).calls)).toEqual([]);
    expect(changesOf((await triquad(`config apply ${given}`, keeping())).calls)).toEqual([]);
  });

  test('the one that the document names is changed, and made where there is none', async () => {
    const one = keeping();
    const changed = await triquad(`config apply ${document({ name: 'night', auto_execute: false })}`, one);
    expect(changesOf(changed.calls)).toMatchObject([{ path: '/api/v1/config/b', body: { auto_execute: false } }]);
    const file = document({ name: 'day', auto_execute: false });
    expect(changesOf((await triquad(`config apply ${file} --dry-run`, one)).calls)).toEqual([]);
    expect(changesOf((await triquad(`config apply ${file}`, one)).calls)).toMatchObject([
      { method: 'POST', body: { name: 'day', auto_execute: false, min_profit_threshold: 0.5 } },
    ]);
    expect(changesOf((await triquad(`config apply ${file}`, one)).calls)).toEqual([]);
  });

  test('a difference is shown by its fields, to a document and to another configuration', async () => {
    const { out } = await triquad(`config diff ${document({ trading_pairs: ['BTC/USDT'] })} --csv`, bot);
    expect(out).toBe('field,now,new\r\ntrading_pairs,all,BTC/USDT\r\n');
    expect(JSON.parse((await triquad('config diff night --json', bot)).out)).toEqual([
      { field: 'name', now: 'Default', new: 'night' },
    ]);
  });

  test.each([
    ['{"auto_execut": true}', 'a configuration has no field auto_execut (Did you mean auto_execute?)'],
    ['[1]', 'is not a configuration: it must be an object with its fields'],
    ['{', 'is not JSON'],
  ])('%s is refused before anything is sent', async (text, message) => {
    const file = document({});
    writeFileSync(file, text);
    const { code, err, calls } = await triquad(`config apply ${file}`, bot);
    expect({ code, sent: changesOf(calls) }).toEqual({ code: 2, sent: [] });
    expect(err).toContain(message);
  });

  const tty = { stdin: { isTTY: true } as Host['stdin'] };
  /** An editor that replaces one word by another. */
  const editor = (from: string, to: string) => ({ ...tty, env: { EDITOR: `sed -i 's/${from}/${to}/'` } });

  test('is edited; the difference is shown before it is saved', async () => {
    const { code, err, calls } = await triquad(
      'config edit --yes',
      bot,
      editor('"stop_loss_pct": 10', '"stop_loss_pct": 4'),
    );
    expect({ code, shown: /risk\.stop_loss_pct +10 +4/.test(err) }).toEqual({ code: 0, shown: true });
    expect(changesOf(calls)).toMatchObject([{ body: { risk: { stop_loss_pct: 4 }, version: 3 } }]);
  });

  test('what was edited is kept where it cannot be saved', async () => {
    const { code, err, calls } = await triquad('config edit --yes', bot, editor('{', 'oops'));
    expect({ code, sent: changesOf(calls) }).toEqual({ code: 2, sent: [] });
    const kept = /your text is kept in (\S+)/.exec(err)?.[1] ?? '';
    expect(readFileSync(kept, 'utf8')).toMatch(/^oops/);
    expect(await triquad('config edit', bot)).toMatchObject({ code: 2, calls: [] });
  });
});
