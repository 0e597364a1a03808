import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { BotConfigFields } from '@triquad/core/contract';
import type { ExchangeAdapter } from './adapter.ts';
import type { AlertPorts } from './alert/alerts.ts';
import { autostart } from './autostart.ts';
import { readConfigFile } from './config-file.ts';
import { createEngine, type Engine } from './engine/engine.ts';
import { defaultFields } from './engine-config.ts';
import { heldBy, readFailedEnds } from './failed-ends.ts';
import { followChecks } from './follow-checks.ts';
import { type KillFile, openKillFile } from './guards/kill-file.ts';
import { sizesOf } from './journal/growth.ts';
import type { FileStore } from './journal/sqlite.ts';
import { type KeepLogOptions, keepLog } from './keep-log.ts';
import { type Failing, throwUncaught } from './last-words.ts';
import { compactDaily } from './maintenance/compact-daily.ts';
import { examineStart } from './maintenance/examine-life.ts';
import { refuseHalfRestored, usable } from './maintenance/obstacles.ts';
import { openJournal } from './maintenance/open-journal.ts';
import { createOwnMaintenance } from './maintenance/own-maintenance.ts';
import { beginUpgrade, type Upgrade } from './maintenance/upgrade.ts';
import {
  keptChoice,
  type MarketChoice,
  type OpenMarket,
  openMarket,
  paperOptions,
  proxyOf,
  recordedFile,
} from './market-choice.ts';
import type { Watching } from './market-desk.ts';
import { CannotStart } from './model/cannot-start.ts';
import { type Clock, realClock } from './model/clock.ts';
import type { Fact } from './model/event.ts';
import { openAlerts } from './open-alerts.ts';
import { openBacktests } from './open-backtests.ts';
import { openImports } from './open-imports.ts';
import { inputsTo, sessionOf } from './open-inputs.ts';
import { type OpenRecorder, openRecorder, type RecordOptions, recordingsFolder } from './open-recorder.ts';
import { createRecordings, type Recordings } from './recording/recordings.ts';
import { createWhatIfDesk } from './research/desk.ts';
import { startWhatIf } from './research/start-what-if.ts';
import type { Access } from './server/access.ts';
import { adminToken as adminTokenFile } from './server/admin-token.ts';
import { anchored } from './server/anchored.ts';
import { createArchive } from './server/archive.ts';
import type { Backend, MarketDesk } from './server/backend.ts';
import type { BacktestQueue } from './server/backtests.ts';
import { type BindOptions, type BindSettings, readBindSettings } from './server/bind-settings.ts';
import { createBooks } from './server/books.ts';
import { type Configs, createConfigs } from './server/configs.ts';
import { openDataDirectory, removeServerFile, writeServerFile } from './server/data-directory.ts';
import { openServerDatabase } from './server/database.ts';
import { createDevices, type Devices } from './server/devices.ts';
import { type Disk, openDisk } from './server/disk.ts';
import { createHttpApp, type HttpApp } from './server/http-app.ts';
import { createIdentity, type Identity, identityKey } from './server/identity.ts';
import { createObservations } from './server/observations.ts';
import { type OpenAccess, openAccess } from './server/open-access.ts';
import { provePort } from './server/port.ts';
import { redactor } from './server/redact.ts';
import { readSecret } from './server/secret-file.ts';
import { tellNotices } from './server/tell-notices.ts';
import { createUuids } from './server/uuid.ts';
import { activator, settleConfig } from './settle-config.ts';
import { tellFailedEnds } from './tell-failed-ends.ts';
import { openVault, type Vault } from './vault/vault.ts';
import type { Proxies } from './venues/exchange/proxy.ts';
import { createPaperExchange } from './venues/paper/paper.ts';

export interface BotOptions extends BindOptions, KeepLogOptions, RecordOptions {
  readonly version: string;
  /** 0 for a free one. */
  readonly port: number;
  /** Made when it is not there; one bot at a time. */
  readonly dataDir: string;
  /** Null: nothing was chosen yet, and the dashboard asks. */
  readonly market: MarketChoice | null;
  /** Whether the start named the market, so that the next one will watch the same whatever is chosen meanwhile. */
  readonly isMarketGiven?: boolean;
  /** Where exchanges that are chosen later are reached, if not at their own addresses, by name. */
  readonly places?: Readonly<Record<string, string>>;
  /** Exchanges that a market may name beside those that triquad knows. */
  readonly exchanges?: readonly ExchangeAdapter[];
  /** Left out, it goes as the process does. */
  readonly proxies?: Proxies;
  /** Makes what was chosen while it runs the choice of the next start. */
  readonly rememberMarket?: (choice: MarketChoice) => void;
  /** It ended by itself: neither another market nor the one before could be opened again. */
  readonly onFault?: (error: unknown) => void;
  /** Records the market from the start; left out, it is not, until somebody switches it on. */
  readonly record?: boolean;
  /** Records with it all that enters the engine, so that the session can be processed again. */
  readonly recordInputs?: boolean;
  /** Opens the vault; null or left out, its key file does. */
  readonly passphrase?: string | null | undefined;
  /** What alerts reach the world by; left out, Telegram and mail servers as they are. */
  readonly alertPorts?: AlertPorts;
  /** Starts scanning at once, unless halted. */
  readonly autostart: boolean;
  /** Fields of a configuration, which becomes the active one; null leaves it as it was. */
  readonly config: unknown;
  /** Once a day facts that are older leave the journal's database for files beside it; null or left out: never. */
  readonly compactAfterDays?: number | null;
  /** The built dashboard; null serves none. */
  readonly dashboardDir: string | null;
  /** Sessions that are not used for so long end; left out, after twelve hours. */
  readonly sessionIdleMs?: number;
  /** Returns what is stored of a password; left out, its hash at the cost that protects it. */
  readonly hashPassword?: (password: string) => Promise<string>;
  /** Time of the market, the engine and the calls; left out, this machine's. */
  readonly clock?: Clock;
}

const OBSERVE_EVERY_MS = 5_000;
const NO_USERS =
  'other machines may reach the bot once somebody can sign in; run: triquad user add <name> --role admin';

/** A bot that answers. */
export interface Running extends Watching {
  readonly address: string;
  /** Where a browser goes. */
  readonly origin: string;
  readonly access: Access;
  readonly isKillUnkept: () => boolean;
  readonly stop: () => Promise<void>;
}

/** What the bot stands on: everything of the data directory, and the market. */
interface Ground extends OpenAccess {
  readonly database: DatabaseSync;
  readonly adminToken: string;
  readonly identity: Identity;
  readonly devices: Devices;
  readonly exposure: BindSettings;
  readonly redact: (line: string) => string;
  readonly vault: Vault;
  readonly configs: Configs;
  /** Of a data directory that an older version has left; null where there is nothing to upgrade. */
  readonly upgrade: Upgrade | null;
  /** By --config. */
  readonly givenConfig: Partial<BotConfigFields> | null;
  readonly market: OpenMarket;
  readonly recorder: OpenRecorder;
  readonly recordings: Recordings;
  readonly journalId: string;
  readonly store: FileStore<Fact>;
  readonly killFile: KillFile;
  readonly newId: () => string;
}

/** Opens all of it, once. `holds` is called as soon as it holds the data directory. @throws what keeps it from being opened; nothing is left open then. */
export async function openBot(
  options: BotOptions,
  marketDesk: MarketDesk,
  holds: (failing: Failing) => void,
): Promise<Running> {
  await using opened = new AsyncDisposableStack();
  const { clock = realClock } = options;
  await provePort(options.dataDir, options.host, options.port);
  const ground = await openGround(options, opened, holds);
  const failed = readFailedEnds(options.dataDir);
  const held = heldBy(failed.ends);
  const { access, configs, market, store, newId } = ground;
  const tape = options.recordInputs
    ? await ground.recorder.openInputs(sessionOf(options.version, options.market, market))
    : null;
  const engine = createEngine({
    ...(tape && { inputs: inputsTo(tape, ground.redact) }),
    exchanges: market.feeds.map((feed) => {
      const account = market.accounts.get(feed.venue);
      return account ? { market: feed, account } : createPaperExchange(feed, clock, paperOptions(options.market));
    }),
    clock,
    store,
    ids: newId,
    config: null,
    market: market.prices,
    redact: ground.redact,
    killSwitch: ground.killFile,
    onBug: throwUncaught,
  });
  holds({ redact: ground.redact, engine });
  ground.recorder.logTo(engine);
  const backtests = openBacktests({ ...ground, now: clock.now }, engine);
  const server = { file: join(options.dataDir, 'server.sqlite'), database: ground.database };
  const disk = await openDisk([server, ground.accessDatabase], (error) =>
    engine.log('ERROR', 'server', 'A database cannot be written into its file.', { error: String(error) }),
  );
  opened.defer(disk.close);
  const synced = anchored({ heads: ground.accessHeads, synced: disk.synced, anchor: (heads) => store.anchor(heads) });
  // What a failing disk keeps from being synced is not anchored: the bot ends all the same.
  opened.defer(() => synced().catch(() => {}));
  const whatIf = createWhatIfDesk({ recordings: ground.recordings, start: startWhatIf, now: () => performance.now() });
  opened.defer(whatIf.close);
  const { imports, uploads } = openImports({ ...options, now: clock.now }, ground.newId, opened);
  const front = await openFront(
    options,
    { ...ground, marketDesk, synced, whatIf, imports, uploads },
    engine,
    backtests,
    opened,
  );
  // The port comes first: who cannot have it must not have traded.
  const { address, door, doorFault } = await front.listen(options.port);
  if (doorFault !== null)
    engine.log('WARNING', 'server', `Shell commands cannot reach the bot by its local door: ${doorFault}.`);
  opened.defer(async () => {
    await engine.close();
    // What is on its way to the disk is still published and notified.
    await engine.kept();
  });
  await settleConfig({ engine, configs, isNew: store.lastSeq() === 0, given: ground.givenConfig, newId });
  await synced();
  ground.upgrade?.finish((message) => engine.log('INFO', 'upgrade', message));
  await tape?.describe({ configuration: engine.state().config });
  await engine.start(held, options.isMarketGiven === true ? null : keptChoice(options.market));
  await tellFailedEnds(engine, options.dataDir, failed);
  if (options.record || options.recordInputs) await ground.recorder.start();
  front.open();
  opened.defer(() => backtests.stop());
  backtests.open();
  // Calls of the shell come without the base path.
  writeServerFile(options.dataDir, new URL(address).origin, door);
  opened.defer(() => removeServerFile(options.dataDir));
  const closed = new AbortController();
  opened.defer(() => closed.abort());
  opened.defer(compactDaily({ store, engine, afterDays: options.compactAfterDays ?? null, clock }));
  if (options.autostart && held === null) void autostart(engine, closed.signal);
  const resources = opened.move();
  const stop = async () => {
    await front.close();
    await resources.disposeAsync();
  };
  const { recordings } = ground;
  const { publicOrigin, basePath } = ground.exposure;
  return {
    address,
    origin: publicOrigin === null ? address : `${publicOrigin}${basePath}`,
    access,
    market,
    engine,
    recordings,
    isKillUnkept: ground.killFile.isUnkept,
    stop,
  };
}

async function openGround(
  options: BotOptions,
  opened: AsyncDisposableStack,
  holds: (failing: Failing) => void,
): Promise<Ground> {
  const { dataDir, clock = realClock } = options;
  const { now } = clock;
  const newId = createUuids(now);
  const exposure = readBindSettings(options);
  refuseHalfRestored(dataDir);
  openDataDirectory(dataDir);
  usable(dataDir, 'user');
  const found = examineStart(dataDir);
  const upgrade = await beginUpgrade({ dataDir, version: options.version, at: now() });
  const killFile = openKillFile(dataDir);
  opened.defer(() => killFile.close());
  const database = openServerDatabase(dataDir);
  opened.defer(() => database.close());
  const adminToken = readSecret(dataDir, adminTokenFile);
  const key = readSecret(dataDir, identityKey);
  const identity = createIdentity(key);
  const devices = createDevices(key);
  const secrets = new Set([adminToken]);
  const redact = redactor(secrets);
  // The journal comes before what is only made once: a first start that is killed leaves nothing that looks like an earlier life.
  const { id: journalId, store, witness } = openJournal(dataDir, { found, now, clean: redact });
  opened.defer(() => store.close());
  holds({ redact, engine: null });
  opened.defer(witness.close);
  const opening = openAccess(dataDir, database, {
    ...{ adminToken, redact, now },
    ...{ hash: options.hashPassword, idleMs: options.sessionIdleMs },
  });
  opened.defer(opening.close);
  if (exposure.isOpen && !opening.access.hasUsers()) throw new CannotStart(NO_USERS, 1);
  const configs = createConfigs(database, defaultFields, newId, now);
  const passphrase = options.passphrase ?? null;
  if (passphrase !== null) secrets.add(passphrase);
  const vault = await openVault({ database, dataDir, passphrase, now, onSecret: (secret) => void secrets.add(secret) });
  const givenConfig = options.config === null ? null : readConfigFile(options.config);
  const recorder = openRecorder(options);
  opened.defer(recorder.stop);
  const recordings = createRecordings(recordingsFolder(dataDir), recordedFile(options.market));
  options.proxies?.use(proxyOf(options.market));
  const market = await openMarket(options.market, clock, { tap: recorder.tap, adapters: options.exchanges });
  opened.defer(followChecks(dataDir, options.market, market));
  witness.settle();
  witness.close();
  return {
    ...opening,
    ...{ database, adminToken, identity, devices, exposure, redact, vault },
    ...{ configs, givenConfig, upgrade, market, recorder, recordings, journalId, store, killFile, newId },
  };
}

async function openFront(
  options: BotOptions,
  ground: Ground & Pick<Disk, 'synced'> & Pick<Backend, 'marketDesk' | 'whatIf' | 'imports' | 'uploads'>,
  engine: Engine,
  backtests: BacktestQueue,
  opened: AsyncDisposableStack,
): Promise<HttpApp> {
  const { redact } = ground;
  const { now, monotonic } = options.clock ?? realClock;
  const observations = createObservations(ground.database, engine, now);
  const watching = setInterval(observations.tick, OBSERVE_EVERY_MS);
  opened.defer(() => {
    clearInterval(watching);
    observations.stop();
  });
  const archive = createArchive(ground.database, engine, ground.store, (error) =>
    engine.log('ERROR', 'archive', 'What ended could not be archived; it is tried again.', { error: String(error) }),
  );
  opened.defer(archive.stop);
  await archive.whenOpen;
  const alerts = openAlerts(engine, ground.vault, ground.database, options.alertPorts);
  opened.defer(alerts.stop);
  const books = createBooks({ engine: engine.committed, archive, observations, now });
  const front = createHttpApp({
    ...ground,
    engine,
    alerts,
    archive,
    backtests,
    books,
    applyConfig: activator(engine),
    symbols: ground.market.symbols,
    ...createOwnMaintenance(options, ground, books.balances, now),
    now,
    monotonic,
    version: options.version,
    sizes: () => sizesOf(options.dataDir),
    doorOf: options.dataDir,
    dashboardDir: options.dashboardDir,
  });
  opened.defer(() => front.close());
  keepLog(options, engine, front, redact, opened);
  tellNotices(engine, { access: ground.accessFaults, vault: ground.vault.notices });
  return front;
}
