import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RecordBatchReader } from 'apache-arrow';
import { afterAll, describe, expect, test } from 'vitest';
import { createEngine } from './engine/engine.ts';
import { noon } from './engine/world.suite.ts';
import { createMemoryStore } from './journal/memory.ts';
import { keptChoice, paperOptions, pricesOf } from './market-choice.ts';
import { createVirtualClock } from './model/clock.ts';
import { defaultConfig } from './model/config.ts';
import type { Fact } from './model/event.ts';
import { inputsTo, sessionOf } from './open-inputs.ts';
import { createRecorder, type RecorderOptions } from './recording/recorder.ts';
import { createFile } from './recording/stream-file.ts';
import { replaySession } from './replay-session.ts';
import { createPaperExchange } from './venues/paper/paper.ts';
import { simulatedMarket } from './venues/simulated/simulated.ts';

const root = mkdtempSync(join(tmpdir(), 'triquad-session-'));
afterAll(() => rmSync(root, { recursive: true }));
let folders = 0;
const newFolder = (): string => join(root, `${folders++}`);

const version = '1.2.3';
const choice = { source: 'simulated', seed: 3, speed: 1 } as const;
const enabled_exchanges = ['binance', 'kucoin'];
const config = { ...defaultConfig, assets: {}, cooldown_after_failure_seconds: 1 };
const secret = 'canary-of-a-key';

type Options = Partial<RecorderOptions> & {
  readonly commitMs?: number;
  readonly seconds?: number;
  readonly isKilled?: boolean;
  readonly from?: number;
  /** Of an earlier life. */
  readonly journal?: ReturnType<typeof createMemoryStore<Fact>>;
};

/** A session over the end of an hour, with its inputs recorded into a folder of its own. */
const record = async (options: Options = {}) => {
  const { commitMs = 3, seconds = 40, isKilled = false, folder = newFolder(), from = noon - 15_000, ...rest } = options;
  const { journal, ...over } = rest;
  const clock = createVirtualClock(from);
  const log: string[] = [];
  const recorder = createRecorder({ folder, quotaBytes: 1 << 30, clock, log: (_, line) => log.push(line), ...over });
  const feeds = simulatedMarket({ clock, ...choice }).filter(({ venue }) => enabled_exchanges.includes(venue));
  const prices = pricesOf(choice);
  const tape = await recorder.openInputs(sessionOf(version, choice, { prices, feeds }));
  const store = journal ?? createMemoryStore<Fact>({ commit: (task) => void clock.after(commitMs, task) });
  const before = store.lastSeq();
  let ids = 0;
  const redact = (json: string) => json.replaceAll(secret, '[redacted]');
  const engine = createEngine({
    exchanges: feeds.map((feed) => createPaperExchange(feed, clock, paperOptions(choice))),
    ...{ clock, store, ids: () => `id-${before}-${++ids}`, config: null, market: prices, redact },
    killSwitch: { read: () => null, throw: () => true, clear: () => true, acknowledge: () => {} },
    ...(tape && { inputs: inputsTo(tape, redact) }),
  });
  const settled = async <T>(work: Promise<T>): Promise<T> => {
    await clock.advance(2_000);
    return work;
  };
  await settled(engine.command({ type: 'ActivateConfig', id: 'c', name: 'Default', config, actor: 'install' }));
  await tape?.describe({ configuration: engine.state().config });
  await settled(engine.start(null, keptChoice(choice)));
  await recorder.start();
  engine.log('WARNING', 'vault', `refused: ${secret}`);
  void engine.command({ type: 'StartBot', parameters: { enabled_exchanges, min_profit_threshold: 0.1 } });
  for (let second = 0; second < seconds; second++) {
    await clock.advance(1_000);
    // Lets what was sent to the disk arrive there.
    await recorder.start();
  }
  if (!isKilled) {
    await settled(engine.close());
    await recorder.stop();
  }
  const facts = [...store.read(before + 1)];
  const executions = facts.filter(({ fact }) => fact.type === 'ExecutionFinished').length;
  const session = join(folder, readdirSync(folder).findLast((name) => name.startsWith('session-')) ?? '');
  const files = (): string[] => readdirSync(session).filter((name) => name.endsWith('.arrows'));
  return { session, files, facts, executions, head: store.head(), log, recorder, tape };
};

describe.each([0, 3, 50])('a session that is recorded at %i ms a commit', (commitMs) => {
  test('is processed again from its folder with equal facts', async () => {
    const { session, files, facts, executions, head, recorder } = await record({ commitMs });
    expect(executions).toBeGreaterThan(2);
    // The hour ended meanwhile.
    expect(files()).toHaveLength(2);
    expect(recorder.state().inputs).toMatchObject({ recording: false, path: session, reason: null });
    const replayed = await replaySession(session, version);
    expect(replayed).toMatchObject({ difference: null, stopped: null, cut: null });
    expect(replayed).toMatchObject({ facts: facts.length, executions, head });
  });
});

test.each([true, false])(
  'a session of a bot that ran before is processed again without what was there (saved: %s)',
  async (isSaved) => {
    const journal = createMemoryStore<Fact>();
    await record({ journal });
    if (!isSaved) journal.loadSnapshot = () => null;
    const { session, facts, head } = await record({ journal, from: noon + 600_000, seconds: 20 });
    expect(facts[0]?.seq).toBeGreaterThan(20);
    const replayed = await replaySession(session, version);
    expect(replayed).toMatchObject({ difference: null, stopped: null, cut: null, facts: facts.length, head });
  },
  120_000,
);

test('the folder of a session says seed, version and configuration, and holds no secret', async () => {
  const { session } = await record({ seconds: 5 });
  const manifest = JSON.parse(readFileSync(join(session, 'manifest.json'), 'utf8'));
  expect(manifest).toMatchObject({
    program: version,
    market: choice,
    exchanges: expect.arrayContaining(enabled_exchanges),
  });
  expect(manifest.configuration).toMatchObject({ name: 'Default', config: { cooldown_after_failure_seconds: 1 } });
  const bytes = readdirSync(session).map((name) => readFileSync(join(session, name)));
  expect(bytes.some((one) => one.includes('refused: [redacted]'))).toBe(true);
  expect(bytes.some((one) => one.includes(secret))).toBe(false);
});

test('of a killed bot what reached the disk is processed again, and where it ends is said', async () => {
  const { session, facts, recorder } = await record({ isKilled: true, seconds: 20 });
  const replayed = await replaySession(session, version);
  expect(replayed).toMatchObject({ difference: null, stopped: null });
  expect(replayed.cut).toMatch(/^the recording was not ended: the bot was killed/);
  expect(replayed.facts).toBeGreaterThan(0);
  expect(replayed.facts).toBeLessThanOrEqual(facts.length);
  await recorder.stop();
});

describe('a folder that is damaged', () => {
  const recorded = record();
  const damaged = async (damage: (session: string, files: readonly string[]) => void) => {
    const { session, files } = await recorded;
    const copy = newFolder();
    cpSync(session, copy, { recursive: true });
    damage(copy, files());
    return replaySession(copy, version);
  };
  const manifestOf = (session: string): string => join(session, 'manifest.json');
  const editManifest = (session: string, change: (manifest: Record<string, unknown>) => void): void => {
    const manifest = JSON.parse(readFileSync(manifestOf(session), 'utf8'));
    change(manifest);
    writeFileSync(manifestOf(session), JSON.stringify(manifest));
  };
  const refusal = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'none',
      ({ exitCode, message }) => [exitCode, message],
    );

  test('by a cut in the middle of a batch is equal up to there', async () => {
    const replayed = await damaged((session, [, last = '']) => {
      const file = join(session, last);
      truncateSync(file, Math.floor(statSync(file).size / 2));
    });
    expect(replayed).toMatchObject({ difference: null, stopped: null });
    expect(replayed.cut).toMatch(/^inputs-20260131T1200\w+\.arrows, after \d+ whole batches: it ends within a batch$/);
    expect(replayed.facts).toBeGreaterThan(0);
  });

  test('by one byte is equal up to the batch that has it', async () => {
    const replayed = await damaged((session, [, last = '']) => {
      const bytes = readFileSync(join(session, last));
      // Of what was recorded: much around it says nothing, and may change without a loss.
      const batches = [...RecordBatchReader.from(bytes)];
      const data: Uint8Array = batches[Math.floor(batches.length / 2)]?.data.children.at(-1)?.values;
      const place = Math.floor(data.length / 2);
      data[place] = (data[place] as number) ^ 1;
      writeFileSync(join(session, last), bytes);
    });
    expect(replayed).toMatchObject({ difference: null, stopped: null });
    expect(replayed.cut).toMatch(/after \d+ whole batches: /);
  });

  test('by an hour that is missing says where', async () => {
    const first = damaged((session, [one = '']) => rmSync(join(session, one)));
    expect(await refusal(first)).toEqual([
      2,
      expect.stringMatching(
        / has no inputs: inputs-\w+\.arrows, .* it begins after \d+ rows of the session, and 0 are there$/,
      ),
    ]);
    const last = await damaged((session, [, two = '']) => rmSync(join(session, two)));
    expect(last.cut).toMatch(/^inputs-\w+\.arrows is gone$/);
    expect(last).toMatchObject({ difference: null, stopped: null });
  });

  test('by another configuration in its manifest stops at the start', async () => {
    const replayed = await damaged((session) =>
      editManifest(session, (manifest) => Object.assign(manifest.configuration as object, { version: 2 })),
    );
    expect(replayed.stopped).toBe('manifest.json names another configuration than the session ran under');
  });

  test('so that none of its files has a whole batch has no inputs, and is refused', async () => {
    const empty = damaged((session, files) => {
      for (const name of files) truncateSync(join(session, name), 0);
    });
    expect(await refusal(empty)).toEqual([
      2,
      expect.stringMatching(/ has no inputs: there are fewer rows than manifest\.json says$/),
    ]);
  });

  test('so that it is of another version, of unknown exchanges or none at all is refused in a line', async () => {
    const ofOther = damaged((session) =>
      editManifest(session, (manifest) => Object.assign(manifest, { program: '0.9' })),
    );
    expect(await refusal(ofOther)).toEqual([
      2,
      expect.stringMatching(/ was recorded by triquad 0\.9, and this is 1\.2\.3: /),
    ]);
    const ofFormat = damaged((session) => editManifest(session, (manifest) => Object.assign(manifest, { version: 9 })));
    expect(await refusal(ofFormat)).toEqual([
      2,
      expect.stringMatching(/ is of version 9, and this triquad reads version 1$/),
    ]);
    const unknown = damaged((session) =>
      editManifest(session, (manifest) => Object.assign(manifest, { exchanges: ['x'] })),
    );
    expect(await refusal(unknown)).toEqual([
      2,
      expect.stringMatching(/ is of the exchange x, which this triquad does not know$/),
    ]);
    const garbled = damaged((session) => writeFileSync(manifestOf(session), '{'));
    expect(await refusal(garbled)).toEqual([2, expect.stringMatching(/ is no recording: /)]);
    expect(await refusal(replaySession(root, version))).toEqual([2, expect.stringMatching(/ is no recording: /)]);
  });
});

describe('what ends the recording of inputs', () => {
  test('is a full disk: what was written before is processed again, and the session goes on', async () => {
    let batches = 0;
    const create: typeof createFile = async (path) => {
      const file = await createFile(path);
      if (!path.includes('inputs-')) return file;
      return {
        ...file,
        append: async (part) => {
          if (++batches > 4) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
          await file.append(part);
        },
      };
    };
    const { session, facts, log, recorder } = await record({ create });
    const reason = 'ENOSPC: no space left on device';
    expect(log).toContain(`The recording of inputs ended: ${reason}. What was recorded before is whole.`);
    expect(recorder.state().inputs).toMatchObject({ recording: false, reason });
    const replayed = await replaySession(session, version);
    expect(replayed).toMatchObject({ difference: null, stopped: null, cut: reason });
    expect(replayed.facts).toBeGreaterThan(0);
    expect(replayed.facts).toBeLessThan(facts.length);
  });

  test('is the quota: none of its own files is deleted, and older sessions are', async () => {
    const folder = newFolder();
    const { session: older } = await record({ seconds: 5 });
    cpSync(older, join(folder, 'session-20250101T000000000Z'), { recursive: true });
    const { session, log, recorder } = await record({ folder, quotaBytes: 1_000_000 });
    expect(log).toContain(
      'The recording of inputs ended: the recordings take more than 1000000 bytes. What was recorded before is whole.',
    );
    expect(readdirSync(folder)).not.toContain('session-20250101T000000000Z');
    expect(recorder.state().inputs).toMatchObject({ recording: false });
    const replayed = await replaySession(session, version);
    expect(replayed).toMatchObject({ difference: null, stopped: null });
    expect(replayed.cut).toMatch(/^the recordings take more than/);
  });

  test('is a disk that fails as it begins: the bot runs without', async () => {
    const create: typeof createFile = (path) =>
      path.includes('inputs-') ? Promise.reject(new Error('EROFS: read-only file system')) : createFile(path);
    const { tape, log, executions } = await record({ create });
    expect(tape).toBeNull();
    expect(log).toContain('Inputs cannot be recorded: EROFS: read-only file system.');
    expect(executions).toBeGreaterThan(0);
  });
});
