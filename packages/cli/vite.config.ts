import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { isBuiltin } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build, defineConfig, type Plugin, type UserConfig } from 'vite';

/** commander can run commands that are programs of their own; we have none, and loading that takes a third of the time of a start. */
const withoutPrograms: Plugin = {
  name: 'commander-without-programs',
  transform: (code, id) =>
    /commander\/lib\/command\.js$/.test(id)
      ? code.replace("import childProcess from 'node:child_process';", 'const childProcess = undefined;')
      : undefined,
};

/** Ink is given no element: what lays them out, fifteen megabytes in memory, has nothing to do, and Ink goes without it. */
const withoutLayout: Plugin = {
  name: 'ink-without-layout',
  load: (id) =>
    /yoga-layout\/dist\/src\/index\.js$/.test(id) ? 'export default { Node: { create: () => undefined } };' : undefined,
};

/** The modules that take four megabytes between them, until one of them is needed: most bots are read without TLS, and none compressed. */
const seldomNeeded: Plugin = {
  name: 'ws-on-demand',
  transform: (code, id) =>
    /\/ws\/lib\/[\w-]+\.js$/.test(id)
      ? code
          .replace(/^const (https|tls|zlib) = require\('\1'\);$/gm, '')
          .replace(/\b(https|tls|zlib)\.(?=request\b|connect\(|create|Z_)/g, "require('$1').")
      : undefined,
};

const builtinImport = /^import (?:(\* as )?([\w$]+))?(?:, )?(?:\{ (.*) \})? from "(.+)";$/gm;
const builtinRequire = /\b__require\("([^"]+)"\)/g;

/**
 * An import or `require` makes Node load all that a module of its own might ever need: fifty modules for `node:fs`, ten milliseconds of each
 * start; all of `fetch` for `node:http`, megabytes of a terminal UI.
 */
const builtinsLookedUp: Plugin = {
  name: 'builtins-looked-up',
  renderChunk: (code) =>
    code
      .replace(builtinRequire, (call, from: string) =>
        isBuiltin(from) ? `globalThis.process.getBuiltinModule("${from}")` : call,
      )
      .replace(
        builtinImport,
        (line: string, _all, whole: string | undefined, names: string | undefined, from: string) => {
          if (!isBuiltin(from)) return line;
          // A chunk may call its import of node:process by the name of the global one.
          const found = `globalThis.process.getBuiltinModule("${from}")`;
          return [
            ...(whole ? [`const ${whole} = ${found};`] : []),
            ...(names ? [`const { ${names.replaceAll(' as ', ': ')} } = ${found};`] : []),
          ].join('\n');
        },
      ),
};

/** Text of ASCII alone takes Node a byte for a character, and less time to read: every other character is written as its escape. */
const inAscii: Plugin = {
  name: 'in-ascii',
  generateBundle: (_, bundle) => {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue;
      file.code = file.code.replace(/[^\0-\x7f]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
    }
  },
};

/** For both builds: that of all, and that of the polled commands. */
const plugins = [withoutPrograms, withoutLayout, seldomNeeded, builtinsLookedUp, inAscii];
const shared = {
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: {
    conditions: ['triquad-source'],
    // For Node it offers its modules in a form of which nothing can be left out.
    alias: [
      {
        find: /^rxjs$/,
        replacement: fileURLToPath(
          import.meta.resolve('rxjs/package.json').replace('package.json', 'dist/esm/index.js'),
        ),
      },
    ],
  },
  ssr: {
    target: 'node',
    noExternal: true,
    external: ['react-devtools-core'],
    resolve: { conditions: ['triquad-source', 'node', 'import', 'default'] },
  },
} satisfies UserConfig;
const output = { ssr: true, target: 'node24', emptyOutDir: true, minify: false } as const;

/** The polled commands once more, as a program that runs from the code that V8 made of it here. */
const polledProgram: Plugin = {
  name: 'polled-program',
  async writeBundle({ dir = '' }) {
    const outDir = join(dir, 'polled');
    await build({
      ...shared,
      configFile: false,
      logLevel: 'warn',
      plugins,
      build: {
        ...output,
        outDir,
        rolldownOptions: {
          input: { main: 'src/polled.ts' },
          output: {
            format: 'cjs',
            entryFileNames: '[name].cjs',
            chunkFileNames: '[name]-[hash].cjs',
            codeSplitting: { groups: [{ name: 'call', test: /cli\/src\/(bot|commands\/status)\.ts$/ }] },
            comments: { jsdoc: false, annotation: false },
          },
        },
      },
    });
    const bot = createServer((_, response) =>
      response.end('{"is_running":true,"bot_status":"running","mode":"paper"}'),
    );
    await once(bot.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(bot.address() as AddressInfo).port}`;
    const keeping = 'const [, kept, file] = process.argv; process.argv.splice(1, 1); require(kept).run(file, true)';
    const args = ['-e', keeping, resolve('bin/kept-code.cjs'), join(outDir, 'main.cjs'), 'status', '--url', url];
    await promisify(execFile)(process.execPath, args);
    bot.close();
  },
};

/** What nearly every command begins with, as one file each: Node takes half a millisecond for a file, however small. */
const startOfCommands = {
  groups: [
    {
      name: 'command',
      test: /cli\/(package\.json|src\/(commands\/client-command|complete-word|status-fields)\.ts)$/,
      priority: 2,
    },
    { name: 'call', test: /cli\/src\/bot\.ts$/, priority: 1 },
  ],
};

/**
 * One ESM program for Node: what a command alone needs is a chunk of its own, loaded when that command runs. Beside it the program of the polled
 * commands, and those of the threads that a backtest, the journal and the other databases have.
 */
export default defineConfig({
  ...shared,
  plugins: [...plugins, polledProgram],
  build: {
    ...output,
    outDir: 'dist',
    rolldownOptions: {
      input: {
        main: 'src/main.ts',
        'backtest-worker': '../bot/src/backtest/worker.ts',
        'moves-worker': '../bot/src/backtest/moves-worker.ts',
        'what-if-worker': '../bot/src/research/worker.ts',
        'import-worker': '../bot/src/recording/import-worker.ts',
        'journal-worker': '../bot/src/journal/worker.ts',
        'disk-worker': '../bot/src/server/disk-worker.ts',
        'last-words-worker': '../bot/src/last-words-worker.ts',
        'examine-worker': '../bot/src/maintenance/examine-worker.ts',
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        codeSplitting: startOfCommands,
        comments: { jsdoc: false, annotation: false },
      },
    },
  },
});
