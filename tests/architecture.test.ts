import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, sep } from 'node:path';
import { expect, test } from 'vitest';
import { machines } from '../packages/core/src/machines/table.ts';
import { machineDiagrams } from '../packages/core/src/testing/diagram.ts';
import { repository } from './harness/recorded-data.ts';
import { type Import, readSource, type SourceFile } from './harness/source-file.ts';

/** What of the gateway reaches neither network nor storage. */
const pureGateway = ['core/gateway/sequence.ts', 'core/gateway/storage.ts'];

/** What of the server is about its files, not about its calls. */
const serverFiles = [
  'bot/server/database.ts',
  'bot/server/data-directory.ts',
  'bot/server/admin-token.ts',
  'bot/server/identity.ts',
  'bot/server/secret-file.ts',
  'bot/server/hold.ts',
  'bot/server/access-chain.ts',
  'bot/server/access-database.ts',
  'bot/server/audit.ts',
  'bot/server/users.ts',
];

/** What decides and computes in the bot: no file, no network, no clock of its own. */
const pureRooms = ['bot/model', 'bot/market', 'bot/strategy', 'bot/risk', 'bot/portfolio', 'bot/execution'];

/** Contexts that every part of the page may read. */
const pageContexts = ['web/app-context.tsx', 'web/client-context.tsx', 'web/screen.ts'];
const pageParts = ['web/charts', 'web/forms', 'web/tables'];
/** A layer of the page: core by its entries, libraries, and these. */
const layer = (may: string[]) => ({
  may: ['core', 'core/contract', 'core/rules', 'core/texts', 'core/time', ...may, 'npm'],
  not: ['ky', 'zod'],
});

/**
 * Which layer may import which. A layer is a folder of a package, or the files directly in the package; a file belongs to the most
 * exact layer. `may` names layers, single files and packages; `types` those of which only types may be imported. A layer may import itself.
 */
const LAYERS: Record<string, { may: string[]; types?: string[]; not?: string[] }> = {
  'core/time': { may: [] },
  'core/contract': { may: ['core/time', 'zod'] },
  'core/journal': { may: ['core/contract', 'zod', 'rxjs'] },
  'core/rules': { may: ['core/contract', 'core/format', 'core/time', 'zod'] },
  'core/format': { may: [], types: ['core/contract'] },
  'core/texts': { may: ['core/format', 'core/journal'] },
  'core/projections': { may: ['core/contract', 'core/journal', 'core/rules', 'core/machines', 'zod'] },
  'core/selectors': {
    may: ['core/contract', 'core/format', 'core/rules', 'core/projections'],
    types: ['core/journal', 'core/machines'],
  },
  'core/permitted': {
    may: ['core/rules', 'core/selectors', 'core/journal'],
    types: ['core/contract', 'core/projections'],
  },
  'core/gateway': { may: ['core/contract', 'core/journal', 'core/rules', 'rxjs', 'ky', 'zod'] },
  'core/machines': {
    may: ['core/contract', 'core/journal', 'core/rules', 'xstate', 'zod', ...pureGateway],
    types: ['core/gateway'],
  },
  'core/resources': { may: ['core/contract', 'core/journal', 'core/rules', 'core/gateway'] },
  'core/streams': {
    may: [
      'core/contract',
      'core/journal',
      'core/rules',
      'core/projections',
      'core/selectors',
      'core/gateway',
      'core/resources',
      'rxjs',
    ],
    types: ['core/machines'],
  },
  'core/testing': { may: ['core/*', 'rxjs', 'xstate', 'zod'] },
  'core/.': { may: ['core/*', 'rxjs', 'xstate', 'ky'] },

  // The layers of the page: each imports those below it, and `shell` composes.
  'web/messages': layer(['web/app-context.tsx', 'web/client-context.tsx']),
  'web/elements': layer(['web/messages', ...pageContexts]),
  'web/charts': layer(['web/elements', 'web/messages', ...pageContexts]),
  'web/forms': layer(['web/elements', 'web/messages', ...pageContexts]),
  'web/tables': layer(['web/elements', 'web/messages', ...pageContexts]),
  'web/components': layer([...pageParts, 'web/elements', 'web/messages', ...pageContexts]),
  'web/screens': layer(['web/components', ...pageParts, 'web/elements', 'web/messages', ...pageContexts]),
  'web/shell': layer([
    'web/components',
    ...pageParts,
    'web/elements',
    'web/messages',
    ...pageContexts,
    'web/screens.ts',
  ]),
  'web/testing': layer(['web/*']),
  'web/.': layer(['web/*']),
  'cli/*': {
    may: [
      'core',
      'core/contract',
      'core/rules',
      'core/texts',
      'core/time',
      'bot',
      'bot/scan',
      'bot/directory',
      'npm',
      'node',
    ],
    not: ['ky', 'zod'],
  },

  // The rooms of the bot from the ground up: each imports only rooms above it in this list.
  'bot/directory': { may: ['node'] },
  'bot/journal': { may: ['bot/directory', 'node'] },
  'bot/model': { may: ['core/contract', 'core/format', 'bignumber.js', 'tinyqueue'] },
  'bot/market': { may: ['core/contract', 'bot/model'] },
  'bot/strategy': { may: ['core/contract', 'bot/model', 'bot/market'] },
  'bot/risk': { may: ['core/contract', 'core/rules', 'bot/model', 'bignumber.js'] },
  'bot/portfolio': { may: ['core/contract', 'core/time', 'bot/model', 'bignumber.js'] },
  'bot/execution': { may: ['core/contract', 'bot/model', 'bot/market', 'bot/risk', 'bignumber.js'] },
  'bot/venues': { may: ['core/contract', 'bot/model', 'bot/market', 'bot/strategy', 'bignumber.js', 'ws', 'node'] },
  'bot/recording': {
    may: [
      'core/contract',
      'core/time',
      'bot/model',
      'bot/market',
      'bot/strategy',
      'apache-arrow',
      'csv-parse',
      'hyparquet',
      'hyparquet-writer',
      'yauzl',
      'node',
    ],
  },
  'bot/vault': { may: ['core/contract', 'bot/model', 'bot/directory', 'node', 'zod'] },
  'bot/kernel': { may: ['core/contract', 'bot/journal', ...pureRooms, 'bignumber.js'] },
  'bot/orders': { may: ['core/contract', ...pureRooms, 'bot/kernel', 'bignumber.js'] },
  'bot/guards': {
    may: ['core/contract', ...pureRooms, 'bot/directory', 'bot/kernel', 'bot/orders', 'bignumber.js', 'node'],
  },
  'bot/opportunities': {
    may: ['core/contract', ...pureRooms, 'bot/kernel', 'bot/orders', 'bot/guards', 'bignumber.js'],
    types: ['bot/journal'],
  },
  'bot/engine': {
    may: ['core/contract', ...pureRooms, 'bot/kernel', 'bot/orders', 'bot/guards', 'bot/opportunities', 'bignumber.js'],
    types: ['bot/journal'],
  },
  'bot/research': {
    may: ['core/contract', 'core/time', 'bot/model', 'bot/market', 'bot/strategy', 'bot/recording', 'node'],
  },
  'bot/report': { may: ['core/contract', 'core/rules', 'core/format', 'echarts', 'node'] },
  'bot/backtest': {
    may: [
      'core/contract',
      'core/time',
      'bot/model',
      'bot/market',
      'bot/strategy',
      'bot/portfolio',
      'bot/venues',
      'bot/recording',
      'bot/engine',
      'bot/research',
      'bot/report',
      'bignumber.js',
      'node',
    ],
    // It keeps no journal.
    types: ['bot/journal'],
  },
  'bot/alert': { may: ['core/contract', 'bot/model', 'npm', 'node'], types: ['bot/vault'] },
  'bot/server': {
    may: [
      'core/contract',
      'core/format',
      'core/time',
      'core/rules',
      'bot/model',
      'bot/directory',
      'bot/journal',
      'bot/portfolio',
      'bot/kernel',
      'bot/engine',
      'bot/alert',
      'bot/vault',
      'bot/recording/parquet.ts',
      'npm',
      'node',
    ],
    types: ['bot/backtest', 'bot/recording', 'bot/research'],
  },
  'bot/maintenance': {
    may: [
      'core/contract',
      'bot/model',
      'bot/market',
      'bot/directory',
      'bot/journal',
      'bot/portfolio',
      'bot/kernel',
      'bot/vault',
      'bot/guards/kill-file.ts',
      ...serverFiles,
      'zod',
      'node',
    ],
  },
  'bot/.': { may: ['core/contract', 'core/rules', 'core/time', 'bot/*', 'node', 'zod'] },
};

/** The one import of a module that somebody else has written. */
const STRANGER = { file: 'bot/adapter.ts', from: 'href' };
/** The client's edges: the only files that name what the browser or Node gives. */
const EDGES = { web: ['main.tsx'], cli: ['process.ts', 'commands/serve.ts'] };
/** The shell commands that are a bot themselves, or work on the data of one. */
const BOT_COMMANDS = [
  'cli/commands/serve.ts',
  'cli/recording-path.ts',
  'cli/remembered-market.ts',
  'cli/table-file.ts',
  'cli/sweep-file.ts',
  'cli/commands/backtest-sweep.ts',
  'cli/commands/kill.ts',
  'cli/commands/scan.ts',
  'cli/commands/whatif.ts',
  'cli/commands/user.ts',
  'cli/commands/backup.ts',
  'cli/commands/doctor.ts',
  'cli/commands/restore.ts',
  'cli/commands/adopt.ts',
  'cli/commands/rotate.ts',
  'cli/commands/compact.ts',
  'cli/commands/exchange.ts',
  'cli/commands/market.ts',
  'cli/commands/record.ts',
  'cli/commands/replay.ts',
  'cli/commands/data.ts',
  'cli/commands/data-import.ts',
];
/** Names by which the API or the socket of a bot is opened or called, and the only files of the clients that import them. */
const CALLING = ['Api', 'createApi', 'createSocket', 'contractByArea', 'wholeContract'];
const CALLERS = ['web/main.tsx', 'cli/bot.ts', 'cli/client.ts'];
/** Requests outside of the contract: the metrics are plain text, and a bot proves its identity before it is called. */
const REQUESTING = ['cli/bot.ts', 'cli/client.ts', 'cli/commands/metrics.ts', 'cli/ask-key.ts', 'cli/connection.ts'];
const EDGE_GLOBALS = ['fetch', 'WebSocket', 'localStorage', 'sessionStorage', 'XMLHttpRequest', 'EventSource'];
const HOST_GLOBALS = ['window', 'document', 'navigator', 'location', 'process', 'Buffer', 'global', 'require'];
const UNSTEADY = ['Date.now', 'performance.now', 'Math.random', 'crypto.randomUUID', 'crypto.getRandomValues'];
const STEADY_LAYERS = [
  ...['core/projections', 'core/selectors', 'core/permitted', 'core/rules', 'core/format', 'core/time'],
  ...pureRooms,
  ...['bot/kernel', 'bot/orders', 'bot/guards', 'bot/opportunities', 'bot/engine'],
];
/** What trades, and what plays, records or looks back beside it: that takes from the former what it finds there. */
const LIVE_ROOMS = ['market', 'kernel', 'strategy', 'opportunities', 'risk', 'execution', 'orders', 'guards', 'engine'];
const BESIDE_ROOMS = ['backtest', 'recording', 'research'];
/** Bound that the search in whole lots is tested against. */
const BESIDE_ALL_THE_SAME = ['bot/strategy/sizing.ts exports sizeContinuous'];
/** Where the real clock is made. */
const CLOCKS = ['bot/model/clock.ts'];
/** What is processed again from its inputs, and equals itself to the byte. */
const ENGINE_ROOMS = ['bot/kernel', 'bot/orders', 'bot/guards', 'bot/opportunities', 'bot/engine'];
/** What stands outside of the engine all the same: the file of the kill switch. */
const ENGINE_EDGES = ['bot/guards/kill-file.ts'];
const MADE_CLOCKS = ['realClock', 'createVirtualClock'];
/** Where streams are made. */
const STREAMED = ['core/streams/', 'core/gateway/', 'core/journal/', 'core/client.ts', 'core/testing/'];
/**
 * Operators of RxJS with a clock of their own, which no test could advance: `after` and `every` of the clock port take their place,
 * e.g. `audit(() => after(clock, ms))`. `retry` needs errors that are thrown; results are values.
 */
const CLOCKED = [
  '*',
  ...[
    'interval',
    'timer',
    'delay',
    'debounceTime',
    'throttleTime',
    'auditTime',
    'sampleTime',
    'bufferTime',
    'windowTime',
  ],
  ...[
    'timeout',
    'timeInterval',
    'timestamp',
    'asyncScheduler',
    'asapScheduler',
    'animationFrameScheduler',
    'animationFrames',
  ],
  ...['retry', 'retryWhen'],
];
const TIMERS = [
  'setTimeout',
  'setInterval',
  'globalThis.setTimeout',
  'globalThis.setInterval',
  'window.setTimeout',
  'window.setInterval',
];
/** The entry from which strangers write an adapter: its names are promised to them by docs. */
const FOR_STRANGERS = '@triquad/bot/venue';
const FORBIDDEN_FOLDERS = [
  'utils',
  'util',
  'helpers',
  'common',
  'services',
  'managers',
  'repositories',
  'shared',
  'lib',
  'misc',
];

type Source = SourceFile & { file: string };

const sources: Source[] = ['core', 'bot', 'cli', 'web'].flatMap((name) => {
  const folder = join(repository, 'packages', name, 'src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({
      file: [name, ...path.split(sep)].join('/'),
      ...readSource(path, readFileSync(join(folder, path), 'utf8')),
    }));
});
const isTest = (file: string) => /\.(test|suite)\.tsx?$/.test(file);
const importers = Map.groupBy(
  sources.flatMap(({ file, imports }) => imports.map(({ from }) => ({ file, of: target(file, from) }))),
  ({ of }) => of,
);
// A file that only tests import is part of the tests.
const production = sources.filter(
  ({ file }) => !isTest(file) && !importers.get(file)?.every((importer) => isTest(importer.file)),
);

test('every folder is a layer of the table', () => {
  const unknown = production.filter(({ file }) => layerOf(file) === undefined).map(({ file }) => file);
  expect(unknown).toEqual([]);
});

test('a layer imports only what the table allows', () => {
  const broken = production.flatMap(({ file, imports }) =>
    imports.filter((one) => !allowed(file, one)).map((one) => `${file}:${one.line} imports ${one.from}`),
  );
  expect(broken).toEqual([]);
});

test('the rooms of the bot stand one above the other: none may import a later one, not even its types', () => {
  const rooms = Object.keys(LAYERS).filter((layer) => layer.startsWith('bot/'));
  const upward = rooms.flatMap((room, place) =>
    [...(LAYERS[room]?.may ?? []), ...(LAYERS[room]?.types ?? [])]
      .filter((other) => rooms.indexOf(layerOf(other.includes('.') ? other : `${other}/any.ts`) ?? '') > place)
      .map((other) => `${room} may import ${other}`),
  );
  expect(upward).toEqual([]);
});

test('what trades has nothing for what plays, records or looks back alone, and does not name it', () => {
  const isIn = (rooms: readonly string[], file: string) => rooms.some((room) => file.startsWith(`bot/${room}/`));
  const live = production.filter(({ file }) => isIn(LIVE_ROOMS, file));
  const imported = Map.groupBy(
    production.flatMap(({ file, imports }) =>
      imports.flatMap(({ from, names }) =>
        names.map((name) => ({ file, of: `${target(file, from)} exports ${name}` })),
      ),
    ),
    ({ of }) => of,
  );
  // Types are of what is called.
  const forThemAlone = live
    .flatMap(({ file, exports }) =>
      exports.filter((name) => /^[a-z]/.test(name)).map((name) => `${file} exports ${name}`),
    )
    .filter((one) => imported.get(one)?.every(({ file }) => isIn(BESIDE_ROOMS, file)));
  const naming = live.filter(({ file }) => /\b(?:backtest|recording|research)/i.test(textOf(file)));
  expect([...forThemAlone, ...naming.map(({ file }) => `${file} names it`)]).toEqual(BESIDE_ALL_THE_SAME);
});

test('no part of the bot takes all that its engine knows: each names what it needs', () => {
  const whole = /[:&|]\s*Core\b(?!\[)/;
  const taking = production.filter(({ file }) => file.startsWith('bot/') && whole.test(textOf(file)));
  expect(taking.map(({ file }) => file)).toEqual(['bot/engine/create-core.ts']);
});

test('no file imports itself by way of others, not even for a type', () => {
  expect(
    cyclesOf(new Map(production.map(({ file, imports }) => [file, imports.map(({ from }) => target(file, from))]))),
  ).toEqual([]);
});

test('a screen never imports another screen', () => {
  const screenOf = (path: string) => /^web\/screens\/([^/]+)\//.exec(path)?.[1];
  const broken = production.flatMap(({ file, imports }) =>
    imports
      .filter((one) => screenOf(file) !== undefined && screenOf(target(file, one.from) ?? '') !== undefined)
      .filter((one) => screenOf(target(file, one.from) ?? '') !== screenOf(file))
      .map((one) => `${file}:${one.line} imports ${one.from}`),
  );
  expect(broken).toEqual([]);
});

test('only the shell commands that run a bot load it, and not before they run', () => {
  const loading = production.flatMap(({ file, imports }) =>
    imports
      .filter((one) => file.startsWith('cli/') && one.from === '@triquad/bot' && !one.typeOnly)
      .filter((one) => !one.dynamic || !BOT_COMMANDS.includes(file))
      .map((one) => `${file}:${one.line}`),
  );
  expect(loading).toEqual([]);
});

test('the core names nothing that only a browser or only Node has', () => {
  expect(globalsIn('core/', [...HOST_GLOBALS, ...EDGE_GLOBALS], [])).toEqual([]);
});

test('web and terminal ask the bot through core alone, and shell commands through cli/bot.ts', () => {
  const clients = production.filter(({ file }) => file.startsWith('web/') || file.startsWith('cli/'));
  const importing = clients
    .filter(({ file }) => !CALLERS.includes(file))
    .flatMap(({ file, imports }) =>
      imports
        .filter(({ names, from }) => from.startsWith('@triquad/core') && names.some((name) => CALLING.includes(name)))
        .map(({ line }) => `${file}:${line}`),
    );
  // A call by its name on anything but the bot of a shell command.
  const byName =
    /(?<!\bbot|\bbot\(\)|\bopenBot\([^)]*\))\.(?:call|callIfOffered|download|upload|stream)\(\s*(?:'[a-z]+(?:\.[a-z_]+)+'|name\b)/;
  const calling = clients
    .filter(({ file }) => file !== 'cli/bot.ts' && byName.test(textOf(file)))
    .map(({ file }) => file);
  const drawing = (file: string) => file.startsWith('web/') || file.startsWith('cli/ui/');
  const botInScreens = clients.filter(({ file }) => drawing(file) && /\bopenBot\b|\bbot\.call\(/.test(textOf(file)));
  const requesting = clients
    .filter(({ file }) => !REQUESTING.includes(file) && !CALLERS.includes(file))
    .filter(({ file }) => /\btransportOf\b|(?<![\w.#])fetch\(|\bhost\.fetch\b/.test(textOf(file)))
    .map(({ file }) => file);
  expect([...importing, ...calling, ...botInScreens.map(({ file }) => file), ...requesting]).toEqual([]);
});

/** Files that show the past, or who is signed in. None of them decides about a command by it. */
const SHOWING = [
  'cli/ui/header.ts',
  'cli/ui/help.ts',
  'cli/ui/key-line.ts',
  'cli/ui/messages.ts',
  'cli/ui/player.ts',
  'cli/ui/shown.ts',
  'web/screens/settings/Settings.tsx',
  'web/screens/trading/selectors.ts',
  'web/shell/ReplayBanner.tsx',
  'web/shell/SessionRecorder.tsx',
  'web/shell/Shell.tsx',
  'web/shell/UserMenu.tsx',
  'web/shell/use-alerts.ts',
];

test('role and replay decide about commands in core/permitted alone', () => {
  const asks =
    /\bselect(?:Replaying|Operator)\b|\breplay [!=]== null|\brole\b[^\n;]{0,20}[!=]== '(?:viewer|operator|admin)'|'(?:viewer|operator|admin)'\]\.includes\(/;
  const clients = production.filter(({ file }) => file.startsWith('web/') || file.startsWith('cli/ui/'));
  const asking = clients.filter(({ file }) => asks.test(textOf(file))).map(({ file }) => file);
  expect(asking.toSorted()).toEqual(SHOWING);
});

test('network and storage enter the clients at their edge alone', () => {
  expect(globalsIn('web/', EDGE_GLOBALS, EDGES.web)).toEqual([]);
  expect(globalsIn('cli/', EDGE_GLOBALS, EDGES.cli)).toEqual([]);
});

test('what is replayed asks neither a clock nor chance', () => {
  const found = STEADY_LAYERS.flatMap((layer) => globalsIn(`${layer}/`, UNSTEADY, []));
  expect(found.filter((where) => !CLOCKS.some((clock) => where.startsWith(`${clock}:`)))).toEqual([]);
});

test('the engine has time and chance from its inputs alone', () => {
  const banned = ['Date.now', 'performance', 'crypto', 'Math.random', ...TIMERS];
  const found = ENGINE_ROOMS.flatMap((room) => globalsIn(`${room}/`, banned, []));
  const imported = production
    .filter(({ file }) => ENGINE_ROOMS.some((room) => file.startsWith(`${room}/`)) && !ENGINE_EDGES.includes(file))
    .flatMap(({ file, imports }) =>
      imports
        .filter(({ from, names }) => from.startsWith('node:') || names.some((name) => MADE_CLOCKS.includes(name)))
        .map(({ line }) => `${file}:${line}`),
    );
  const dated = production
    .filter(({ file }) => ENGINE_ROOMS.some((room) => file.startsWith(`${room}/`)))
    .filter(({ file }) => /\bnew Date\(\)/.test(textOf(file)))
    .map(({ file }) => file);
  expect([...found, ...imported, ...dated]).toEqual([]);
});

test('RxJS is part of the streams, the edges, the journal and the client alone', () => {
  const importing = production.filter(({ imports }) =>
    imports.some((one) => one.from.startsWith('rxjs') && !one.typeOnly),
  );
  const outside = importing.filter(
    ({ file }) => file.startsWith('core/') && !STREAMED.some((part) => file.startsWith(part)),
  );
  expect(outside.map(({ file }) => file)).toEqual([]);
  expect(importing.filter(({ file }) => file.startsWith('web/')).map(({ file }) => file)).toEqual([]);
});

test('no operator brings a clock of its own: time is the clock port', () => {
  const found = production.flatMap(({ file, imports }) =>
    imports
      .filter(({ from }) => from.startsWith('rxjs'))
      .flatMap(({ names, line }) =>
        names.filter((name) => CLOCKED.includes(name)).map((name) => `${file}:${line} ${name}`),
      ),
  );
  expect(found).toEqual([]);
});

test('only the clock sets timers, in the core and in what draws', () => {
  expect(globalsIn('core/', TIMERS, ['gateway/clock.ts'])).toEqual([]);
  expect([...globalsIn('web/', TIMERS, []), ...globalsIn('cli/ui/', TIMERS, [])]).toEqual([]);
});

test('no folder is named for everything and nothing', () => {
  const vague = sources.filter(({ file }) =>
    dirname(file)
      .split('/')
      .some((folder) => FORBIDDEN_FOLDERS.includes(folder)),
  );
  expect(vague.map(({ file }) => file)).toEqual([]);
});

test('docs/machines.md shows the machines as they are (`npm run diagrams` writes it)', () => {
  expect(machineDiagrams(machines)).toBe(readFileSync(join(repository, 'docs', 'machines.md'), 'utf8'));
});

test('no file passes on all of another', () => {
  expect(production.flatMap(({ file, barrels }) => barrels.map((line) => `${file}:${line}`))).toEqual([]);
});

test('a package entry exports only what a file outside of its package imports', () => {
  const tests: Source[] = globSync('tests/**/*.ts', { cwd: repository }).map((path) => {
    const file = path.split(sep).join('/');
    return { file, ...readSource(file, readFileSync(join(repository, path), 'utf8')) };
  });
  const unused = ['core', 'bot'].flatMap((name) => {
    const outside = [...sources, ...tests].filter(({ file }) => !file.startsWith(`${name}/`));
    return entriesOf(name).flatMap(({ entry, file }) => {
      const imported = new Set(outside.flatMap((one) => namesOf(one, entry)));
      const { exports = [] } = sources.find((one) => one.file === file) ?? {};
      expect(exports, file).not.toEqual([]);
      return exports.filter((one) => !imported.has(one)).map((one) => `${entry} exports ${one}`);
    });
  });
  expect(unused).toEqual([]);
});

function textOf(file: string): string {
  const [name = '', ...path] = file.split('/');
  if (name === 'tests') return readFileSync(join(repository, file), 'utf8');
  return readFileSync(join(repository, 'packages', name, 'src', ...path), 'utf8');
}

/** The entries of a package that the repository alone uses, and the file of each. */
function entriesOf(name: string): { entry: string; file: string }[] {
  const { exports } = JSON.parse(readFileSync(join(repository, 'packages', name, 'package.json'), 'utf8'));
  return Object.entries<Record<string, string>>(exports)
    .map(([path, { 'triquad-source': file = '' }]) => ({
      entry: posix.join('@triquad', name, path),
      file: file.replace('./src', name),
    }))
    .filter(({ entry }) => entry !== FOR_STRANGERS);
}

/** What a file imports of an entry; of an import of all of it, each word of the file. */
function namesOf({ file, imports }: Source, entry: string): string[] {
  const named = imports.filter(({ from }) => from === entry).flatMap(({ names }) => names);
  return named.includes('*') ? [...named, ...(textOf(file).match(/\w+/g) ?? [])] : named;
}

function layerOf(file: string): string | undefined {
  const [pkg = '', folder = ''] = file.split('/');
  return [`${pkg}/${file.split('/').length === 2 ? '.' : folder}`, `${pkg}/*`].find((layer) => layer in LAYERS);
}

function allowed(file: string, { from, typeOnly }: Import): boolean {
  const layer = layerOf(file);
  const table = layer === undefined ? undefined : LAYERS[layer];
  if (table === undefined) return true;
  if (/\.(?:json|css|md\?raw)$/.test(from)) return true;
  if (file === STRANGER.file && from === STRANGER.from) return true;
  const wanted = target(file, from);
  const [pkg = ''] = file.split('/');
  if (wanted !== undefined) {
    const other = wanted.startsWith(`${pkg}/`) || wanted.includes('.') ? layerOf(wanted) : wanted;
    if (other === layer || table.may.includes(wanted)) return true;
    return names(table.may, other ?? '') || (typeOnly && names(table.types ?? [], other ?? ''));
  }
  const name = packageOf(from) ?? from;
  if (table.not?.includes(name)) return false;
  return table.may.includes(name) || (name !== 'node' && table.may.includes('npm'));
}

function names(list: string[], layer: string): boolean {
  return list.includes(layer) || list.includes(`${layer.split('/')[0]}/*`);
}

// The file or package entry of ours that an import means: `core/rules/limits.ts`, `core`, `core/contract`; undefined for others'.
function target(file: string, from: string): string | undefined {
  if (from.startsWith('.')) return posix.join(dirname(file), from);
  return /^@triquad\/(.+)$/.exec(from)?.[1];
}

/** The files of each circle of imports, e.g. `a.ts b.ts`, by what each file imports. */
function cyclesOf(imports: ReadonlyMap<string, readonly (string | undefined)[]>): string[] {
  const reached = (from: string): ReadonlySet<string> => {
    const seen = new Set<string>();
    const open = [from];
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      for (const next of imports.get(file) ?? []) {
        if (next === undefined || seen.has(next)) continue;
        seen.add(next);
        open.push(next);
      }
    }
    return seen;
  };
  const all = new Map([...imports.keys()].map((file) => [file, reached(file)]));
  const circles = [...all].flatMap(([file, from]) =>
    from.has(file)
      ? [
          [...from]
            .filter((other) => all.get(other)?.has(file))
            .sort()
            .join(' '),
        ]
      : [],
  );
  return [...new Set(circles)];
}

function packageOf(from: string): string | null {
  if (from.startsWith('.')) return null;
  if (from.startsWith('node:')) return 'node';
  return from
    .split('/')
    .slice(0, from.startsWith('@') ? 2 : 1)
    .join('/');
}

function globalsIn(folder: string, names: string[], except: string[]): string[] {
  return production
    .filter(({ file }) => file.startsWith(folder) && !except.some((path) => file === `${folder}${path}`))
    .flatMap(({ file, globals }) =>
      globals.filter(({ name }) => names.includes(name)).map(({ name, line }) => `${file}:${line} ${name}`),
    );
}
